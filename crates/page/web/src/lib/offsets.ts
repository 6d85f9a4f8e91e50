/** The server counts bytes of UTF-8, editors count UTF-16 units. One pass over the text serves any number of offsets. */

export function toUtf16(text: string, offsets: readonly number[]): number[] {
  const order = offsets.map((_, index) => index).sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0));
  const found = new Array<number>(offsets.length).fill(text.length);
  let bytes = 0;
  let unit = 0;
  for (const index of order) {
    const wanted = offsets[index] ?? 0;
    while (unit < text.length && bytes < wanted) {
      const letter = text.codePointAt(unit) ?? 0;
      bytes += width(letter);
      unit += letter > 0xffff ? 2 : 1;
    }
    found[index] = unit;
  }
  return found;
}

export function toUtf8(text: string, unit: number): number {
  let bytes = 0;
  for (const letter of text.slice(0, unit)) bytes += width(letter.codePointAt(0) ?? 0);
  return bytes;
}

function width(letter: number): number {
  return letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
}
