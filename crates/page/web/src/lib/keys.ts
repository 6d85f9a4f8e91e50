/** What a key asks for, those of lichess. Keys are never taken from fields, editors, lists and dialogs that use them. */

export type Wish = 'back' | 'forward' | 'first' | 'last' | 'best' | 'flip' | 'hide' | 'undo' | 'help' | 'search';

const WISHES: { [key: string]: Wish } = {
  ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'first', ArrowDown: 'last', ' ': 'best', f: 'flip', h: 'hide', u: 'undo', '?': 'help', '/': 'search',
};
const TYPING = 'input, select, textarea, [contenteditable="true"], [role="tablist"], dialog[open]';
const PRESSED = 'button, a, summary, [role="button"]';

export function meaning(event: KeyboardEvent): Wish | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const wish = WISHES[event.key];
  if (wish === undefined) return null;
  // An editor in a shadow root shows only its host as target; the path shows what is inside.
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
  if (path.some((element) => element.matches(TYPING)) || document.querySelector('dialog[open]') !== null) return null;
  if (event.key === ' ' && path.some((element) => element.matches(PRESSED))) return null;
  return wish;
}
