/** Whether a typed value says the same as one that is shown: "-6", "−6" and " 6 " are how people write numbers. */
export function sameValue(typed: string, shown: string): boolean {
  const plain = (text: string): string => text.trim().replaceAll('−', '-').replaceAll('–', '-').replace(/^\+/, '').replace(/\s+/g, ' ').toLowerCase();
  return plain(typed) === plain(shown);
}
