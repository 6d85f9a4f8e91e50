/** Makes MathML elements and paragraphs out of text, and nothing else: no other element, no attribute that could act. */

const MATH = 'http://www.w3.org/1998/Math/MathML';
const ELEMENTS = new Set('math mrow mi mn mo ms mtext mspace msub msup msubsup munder mover munderover mfrac msqrt mroot mtable mtr mtd mstyle mpadded mphantom menclose semantics'.split(' '));
const ATTRIBUTES = new Set('display displaystyle mathvariant stretchy fence separator form lspace rspace minsize maxsize largeop movablelimits accent columnalign columnspacing rowspacing rowalign width height depth linethickness scriptlevel intent'.split(' '));

export function typeset(text: string): Element[] {
  const parsed = new DOMParser().parseFromString(`<body>${text}</body>`, 'text/html');
  return [...parsed.body.children].map((part) => (part.localName === 'math' ? copy(part) : paragraph(part.textContent)));
}

function paragraph(text: string): Element {
  const to = document.createElement('p');
  to.textContent = text;
  return to;
}

function copy(from: Element): Element {
  const name = ELEMENTS.has(from.localName) ? from.localName : 'mrow';
  const to = document.createElementNS(MATH, name);
  for (const { name, value } of from.attributes) if (ATTRIBUTES.has(name)) to.setAttribute(name, value);
  // Fonts without mathematics do not stretch a brace; it is stretched here to the lines it holds.
  const rows = name === 'mo' && from.textContent?.trim() === '{' && from.nextElementSibling?.localName === 'mtable' ? from.nextElementSibling.children.length : 0;
  if (rows > 1) {
    to.setAttribute('stretchy', 'false');
    (to as MathMLElement).style.transform = `scaleY(${rows * 1.5})`;
  }
  for (const child of from.childNodes) {
    if (child instanceof Element) {
      if (child.localName !== 'annotation') to.append(copy(child));
    } else if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? '');
  }
  return to;
}
