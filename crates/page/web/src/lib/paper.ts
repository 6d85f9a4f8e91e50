/** Shows a page made by the server inside an empty frame. Its styles become constructed sheets, which the
 *  Content-Security-Policy allows; scripts are left out. */

export function fill(frame: HTMLIFrameElement, html: string): void {
  const page = frame.contentDocument;
  const inside = frame.contentWindow as (Window & typeof globalThis) | null;
  if (page === null || inside === null) return;
  // Taken out before parsing: a parsed `<style>` would already be refused, loudly.
  const styles: string[] = [];
  const bare = html.replace(/<style[^>]*>([\s\S]*?)<\/style>/gi, (_, css: string) => (styles.push(css), ''));
  const parsed = new DOMParser().parseFromString(bare, 'text/html');
  for (const script of parsed.querySelectorAll('script, link, base, meta, iframe, object')) script.remove();
  const sheets = styles.map((css) => {
    const sheet = new inside.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  page.replaceChild(page.importNode(parsed.documentElement, true), page.documentElement);
  page.adoptedStyleSheets = sheets;
}
