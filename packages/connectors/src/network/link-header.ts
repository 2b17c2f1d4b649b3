/** A target of a Link header, and its parameters: a name, with a text in quotes or a token (RFC 8288). */
const TARGET = /[\s,]*<([^>]*)>/y;
const PARAMETER = /\s*;\s*(?:([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?)?/y;
const END = /[\s,]*$/y;

/**
 * The target of a Link header with the relation `next`; null when none has it.
 * @throws SyntaxError when the header is malformed, so that its end is not taken for the last page
 */
export function nextLink(header: string | undefined): string | null {
  const text = header ?? '';
  let at = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  let next: string | null = null;
  while (read(END) === null) {
    const target = read(TARGET)?.[1];
    if (target === undefined) throw new SyntaxError('its Link header is malformed');
    let relation: string | null = null;
    for (let found = read(PARAMETER); found !== null; found = read(PARAMETER)) {
      const [, name = '', quoted, token = ''] = found;
      // The first one counts.
      if (name.toLowerCase() === 'rel') relation ??= quoted?.replace(/\\(.)/g, '$1') ?? token;
    }
    if (relation?.toLowerCase().split(/\s+/).includes('next') === true) next ??= target;
  }
  return next;
}
