/** Whether a path contains a wildcard. */
export const hasWildcard = (path: string): boolean => /[*?]/.test(path);

/**
 * A file pattern as a predicate over whole paths: `*` is any text within a step, `?` one character within a step, `**` any
 * text, and `**` followed by a slash any number of folders. Everything else stands for itself.
 * Takes at most the length of the pattern times that of the path, whatever the pattern.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const tokens = pattern.match(/\*\*\/?|\*|\?|[^*?]+/g) ?? [];
  const [first = ''] = tokens;
  const prefix = hasWildcard(first) ? '' : first;
  if (prefix === pattern) return (path) => path === pattern;
  const last = tokens.at(-1) ?? '';
  const suffix = hasWildcard(last) ? '' : last;
  return (path) => path.startsWith(prefix) && path.endsWith(suffix) && matches(tokens, path);
}

/** Keeps, token by token, how long the beginnings of the path are that the tokens so far match. */
function matches(tokens: readonly string[], path: string): boolean {
  let reached = new Uint8Array(path.length + 1);
  reached[0] = 1;
  for (const token of tokens) {
    const next = new Uint8Array(path.length + 1);
    let anyBefore = false;
    for (let at = 0; at <= path.length; at += 1) {
      const before = path[at - 1];
      switch (token) {
        case '**/':
          anyBefore ||= at > 0 && reached[at - 1] === 1;
          next[at] = reached[at] === 1 || (before === '/' && anyBefore) ? 1 : 0;
          break;
        case '**':
          next[at] = reached[at] === 1 || next[at - 1] === 1 ? 1 : 0;
          break;
        case '*':
          next[at] = reached[at] === 1 || (before !== '/' && next[at - 1] === 1) ? 1 : 0;
          break;
        case '?':
          if (reached[at] === 1 && at < path.length && path[at] !== '/') next[at + characterLength(path, at)] = 1;
          break;
        default:
          if (reached[at] === 1 && path.startsWith(token, at)) next[at + token.length] = 1;
      }
    }
    reached = next;
  }
  return reached[path.length] === 1;
}

/** 2 for a character outside the basic plane, which takes two code units. */
const characterLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
