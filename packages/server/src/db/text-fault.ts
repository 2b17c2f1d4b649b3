/** Returns why no column of the database can hold this text, as the end of a sentence; null when one can. */
function textFault(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the character U+0000. Remove it.';
  return text.isWellFormed() ? null : 'must not contain half of a surrogate pair. Replace or remove the character.';
}

/** The first text within a value that no column can hold, as a sentence that names its place; null when there is none. */
export function findTextFault(value: unknown, place: string): string | null {
  const open: { readonly value: unknown; readonly place: string }[] = [{ value, place }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: member, place: where } = next;
    if (typeof member === 'string') {
      const fault = textFault(member);
      if (fault !== null) return `${where} ${fault}`;
    } else if (Array.isArray(member)) {
      for (const [index, each] of member.entries()) open.push({ value: each, place: `${where}[${index}]` });
    } else if (isPlain(member)) {
      for (const [name, each] of Object.entries(member)) {
        const fault = textFault(name);
        if (fault !== null) return `A name in ${where} ${fault}`;
        open.push({ value: each, place: `${where}.${name}` });
      }
    }
  }
  return null;
}

/** Whether a value was parsed. Others are streams and buffers. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !('pipe' in value);
