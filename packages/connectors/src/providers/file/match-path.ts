/** Whether a path, or one step of it, holds a wildcard. */
export const hasWildcard = (path: string): boolean => path.includes('*') || path.includes('?');

/** Whether one step of a path fits a pattern: `*` is any text, `?` one character. Takes length × length steps at most. */
export function matchesStep(step: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let resume = 0;
  while (at < step.length) {
    if (pattern[next] === '*') {
      star = next;
      next += 1;
      resume = at;
    } else if (next < pattern.length && (pattern[next] === '?' || pattern[next] === step[at])) {
      next += 1;
      at += 1;
    } else if (star >= 0) {
      next = star + 1;
      resume += 1;
      at = resume;
    } else return false;
  }
  while (pattern[next] === '*') next += 1;
  return next === pattern.length;
}
