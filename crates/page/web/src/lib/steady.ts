/** Keeps what was pressed under the pointer while what stands above it grows or shrinks, for as long as a position takes to come. */
const FOR = 500;

export function steady(pressed: Element): void {
  const { top } = pressed.getBoundingClientRect();
  const until = performance.now() + FOR;
  let gone = false;
  const leave = (): void => void (gone = true);
  // Whoever scrolls knows where to.
  for (const kind of ['wheel', 'touchmove', 'keydown'] as const) addEventListener(kind, leave, { once: true, passive: true });
  const keep = (): void => {
    if (gone || !pressed.isConnected || performance.now() > until) return;
    const moved = pressed.getBoundingClientRect().top - top;
    if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: 'instant' });
    requestAnimationFrame(keep);
  };
  requestAnimationFrame(keep);
}
