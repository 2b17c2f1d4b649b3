const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The first name that a JSON object has twice, of those that are wanted; null when there is none. The parser keeps the last value of such
 * a name and drops the others.
 * @param text a valid JSON object
 */
export function repeatedKey(text: string, isWanted: (name: string) => boolean): string | null {
  const seen = new Set<string>();
  let depth = 0;
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const start = at;
      for (at += 1; text.charCodeAt(at) !== QUOTE; at += 1) {
        if (at >= text.length) return null;
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
      }
      if (!isName) continue;
      isName = false;
      const name = nameOf(text.slice(start, at + 1));
      if (seen.has(name) && isWanted(name)) return name;
      seen.add(name);
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      isName = depth === 1;
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
    else if (unit === 0x2c) isName = depth === 1;
  }
  return null;
}

const nameOf = (quoted: string): string => (quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1));
