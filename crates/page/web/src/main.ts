import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { wearRemembered } from './lib/theme.svelte';

wearRemembered();
const target = document.getElementById('app');
if (target !== null) mount(App, { target });
