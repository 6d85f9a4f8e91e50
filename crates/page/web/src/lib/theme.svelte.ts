/** The colours asked for, remembered on this machine. */

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

export const theme = $state<{ now: Theme }>({ now: 'auto' });

export function wear(wanted: Theme): void {
  theme.now = wanted;
  document.documentElement.dataset['theme'] = wanted;
  remember('theme', wanted);
}

export function wearRemembered(): void {
  const wanted = recall('theme');
  wear(THEMES.find((theme) => theme === wanted) ?? 'auto');
}

/** Private windows may refuse storage; the page then forgets, and works. */
export function remember(key: string, value: string): void {
  try {
    store(key, value);
  } catch {
    // Nothing is lost but the memory.
  }
}

/** Remembers, or throws where the browser has no room or allows none. */
export function store(key: string, value: string): void {
  localStorage.setItem(`bouton.${key}`, value);
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`bouton.${key}`);
  } catch {
    return null;
  }
}
