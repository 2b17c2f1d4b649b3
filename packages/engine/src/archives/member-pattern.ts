import { COMPRESSED_EXTENSION } from './detect-compression.ts';

/** Whether a path fits a pattern: `*` is any text within a step, `**` any text, `?` one character within a step. */
export function matchesPattern(path: string, pattern: string): boolean {
  // Row by row: whether the pattern up to a token fits the first n characters of the path. No pattern takes longer than
  // its length times the path's.
  const tokens = pattern.match(/\*\*\/?|\*|\?|[^*?]/g) ?? [];
  let reached = Array.from({ length: path.length + 1 }, (_, index) => index === 0);
  for (const token of tokens) {
    const next = Array.from({ length: path.length + 1 }, () => false);
    let anyBefore = false;
    for (let at = 0; at <= path.length; at += 1) {
      const before = path[at - 1];
      if (token === '**/') {
        anyBefore ||= at > 0 && reached[at - 1] === true;
        next[at] = reached[at] === true || (before === '/' && anyBefore);
      } else if (token === '**') next[at] = reached[at] === true || next[at - 1] === true;
      else if (token === '*') next[at] = reached[at] === true || (before !== '/' && next[at - 1] === true);
      else next[at] = reached[at - 1] === true && (token === '?' ? before !== '/' : before === token);
    }
    reached = next;
  }
  return reached[path.length] === true;
}

/** Whether a file's name, with or without the extension that packing gave it, fits a bundle's pattern. */
export function isMember(name: string, pattern: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const names = pattern.includes('/') ? [name] : [name, last];
  return names.some(
    (one) => matchesPattern(one, pattern) || matchesPattern(one.replace(COMPRESSED_EXTENSION, ''), pattern),
  );
}
