/** Says at which edges of a scrolled box there is more: `data-more="right down"`. `app.css` lets those edges fade. */

/** Half a pixel is rounding, and no content. */
const NEXT_TO_NOTHING = 2;

interface Box { scrollLeft: number; scrollTop: number; clientWidth: number; clientHeight: number; scrollWidth: number; scrollHeight: number }

export function more(box: Box): string {
  const left = box.scrollLeft;
  const up = box.scrollTop;
  const beyond = { left, up, right: box.scrollWidth - box.clientWidth - left, down: box.scrollHeight - box.clientHeight - up };
  return Object.entries(beyond).filter(([, by]) => by > NEXT_TO_NOTHING).map(([edge]) => edge).join(' ');
}

/** For `{@attach edges}`. */
export function edges(box: HTMLElement): () => void {
  const look = (): void => {
    const found = more(box);
    if (found === '') delete box.dataset['more'];
    else box.dataset['more'] = found;
  };
  const sizes = new ResizeObserver(look);
  const parts = new MutationObserver(look);
  sizes.observe(box);
  parts.observe(box, { childList: true, subtree: true, characterData: true });
  box.addEventListener('scroll', look, { passive: true });
  look();
  return () => {
    sizes.disconnect();
    parts.disconnect();
    box.removeEventListener('scroll', look);
  };
}
