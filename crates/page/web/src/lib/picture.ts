/** A picture of the board as it stands on the page: its boards as one SVG file that needs no style sheet, or that drawn as PNG. */

/** What a drawing takes from the page's styles. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'paint-order', 'opacity', 'color', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];
const XML = 'http://www.w3.org/2000/svg';
const MARGIN = 16;
const GAP = 20;
/** Pixels of a PNG for each pixel on the screen. */
const SHARP = 3;

/** Each board below the one before, on the ground that they have on the page. */
export function svg(boards: readonly SVGSVGElement[], title: string, description: string): string {
  const sizes = boards.map((board) => board.getBoundingClientRect());
  const width = Math.ceil(Math.max(0, ...sizes.map((size) => size.width)) + 2 * MARGIN);
  const page = document.createElementNS(XML, 'svg');
  let y = MARGIN;
  boards.forEach((board, number) => {
    const size = sizes[number];
    if (size === undefined) return;
    const copy = styled(board);
    set(copy, { x: (width - size.width) / 2, y, width: size.width, height: size.height });
    page.append(copy);
    y += size.height + GAP;
  });
  const height = Math.ceil(y - GAP + MARGIN);
  set(page, { xmlns: XML, viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' });
  const ground = document.createElementNS(XML, 'rect');
  set(ground, { width, height, fill: plain(groundOf(boards[0] ?? null)) });
  page.prepend(named('title', title), named('desc', description), ground);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(page)}\n`;
}

/** The same as PNG. */
export async function png(text: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SHARP;
  canvas.height = image.naturalHeight * SHARP;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob === null ? failed(new Error('PNG')) : done(blob)), 'image/png'));
}

/** Hands a file to the reader. */
export function save(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A copy in which every part carries its own style, and what only the page needs is left out. */
function styled(board: SVGSVGElement): SVGSVGElement {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const [before, after] = [board.querySelectorAll('*'), copy.querySelectorAll('*')];
  after.forEach((part, at) => {
    const original = before[at];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    const words = part.closest('defs') === null && part.tagName !== 'g' ? STYLES : ['fill', 'opacity', 'color'];
    for (const name of [...part.getAttributeNames()].filter((name) => /^(class|style|tabindex|role|aria-.*|data-.*)$/.test(name))) part.removeAttribute(name);
    if (part.tagName === 'title') return;
    for (const name of words) {
      const value = style.getPropertyValue(name);
      if (value !== '') part.setAttribute(name, plain(value));
    }
  });
  for (const part of [...copy.querySelectorAll('*')]) if (part.getAttribute('fill') === 'none' && part.getAttribute('stroke') === 'none') part.remove();
  for (const name of ['class', 'style', 'role', 'aria-label', 'aria-hidden']) copy.removeAttribute(name);
  return copy;
}

/** The first ground behind the board that is not clear. */
function groundOf(board: Element | null): string {
  for (let at = board; at !== null; at = at.parentElement) {
    const ground = getComputedStyle(at).backgroundColor;
    if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(ground)) return ground;
  }
  return '#fff';
}

/** Mixed colours as every program writes them. */
const plain = (value: string): string =>
  value.replace(/color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)[^)]*\)/g, (_, ...parts: string[]) => `rgb(${parts.slice(0, 3).map((part) => Math.round(Number(part) * 255)).join(', ')})`);

function set(element: Element, attributes: { [name: string]: string | number }): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

function named(tag: string, text: string): Element {
  const element = document.createElementNS(XML, tag);
  element.textContent = text;
  return element;
}
