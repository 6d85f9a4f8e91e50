/** Rules that somebody was changing when the page was left: kept for this tab, beside the rules that they were begun from. */

const KEY = 'bouton.draft';

export function keepDraft(of: string, text: string): void {
  try {
    if (text === of) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify([of, text]));
  } catch {
    // Private windows and rules too long for the store: a reload forgets them, as it always did.
  }
}

/** What these rules were changed into. */
export function draftOf(rules: string): string | null {
  try {
    const [of, text] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as (string | undefined)[];
    return of === rules && text !== undefined ? text : null;
  } catch {
    return null;
  }
}
