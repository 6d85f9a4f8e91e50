/** Builds the page into `../dist` as files with fixed names, so that a lesson can carry them inside one HTML file. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env['BOUTON_PAGE'] ?? 'http://127.0.0.1:7171';

export default defineConfig({
  base: './',
  plugins: [svelte()],
  server: { proxy: { '/api': server } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // These know `light-dark()`; for older ones it would be rewritten into something twice as long.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The polyfill and its inline data would need a looser Content-Security-Policy.
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rollupOptions: {
      output: {
        entryFileNames: 'page.js',
        chunkFileNames: '[name].js',
        assetFileNames: (asset) => (asset.names.some((name) => name.endsWith('.css')) ? 'page.css' : '[name][extname]'),
      },
    },
  },
  test: { include: ['test/unit/**/*.test.ts'] },
});
