import { regexLibrary } from '#regex-library';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { remember } from '../../functions/remember.ts';
import type { Span } from '../../text/span.ts';

export type CompiledPattern = {
  readonly matches: (text: string) => boolean;
  readonly groups: number;
  /**
   * Returns the first matches of the whole pattern and of each group in a text; empty strings for groups that did not
   * take part.
   */
  readonly groupsIn: (text: string) => readonly string[];
};
type Pattern = CompiledPattern | { readonly mistake: string };

/** Longer patterns take seconds to compile. */
const MAX_LENGTH = 5000;

/** Compiles a regular expression the way the engines do (RE2: no backtracking, so no pattern can hang a run). */
export function compilePattern(pattern: string): Pattern {
  if (pattern.length > MAX_LENGTH) return { mistake: `it has more than ${MAX_LENGTH} characters` };
  // Every pattern is taken until the library is loaded. What depends on it is checked again then.
  return regexLibrary() === null ? ANY_PATTERN : compileShort(pattern);
}

const ANY_PATTERN: Pattern = { matches: () => true, groups: Number.MAX_SAFE_INTEGER, groupsIn: () => [] };

/** A named group as other languages write it, which DuckDB refuses; not behind a backslash. */
const NAMED_GROUP = /(?<!\\)(?:\\\\)*\(\?<([A-Za-z_]\w*)>/;

const compileShort = remember(200, (pattern: string): Pattern => {
  const named = NAMED_GROUP.exec(pattern);
  if (named) return { mistake: `a named group is written (?P<${named[1]}>` };
  const library = regexLibrary();
  if (library === null) return ANY_PATTERN;
  try {
    const regex = library.compile(pattern);
    const groups = regex.groupCount();
    const groupsIn = (text: string): string[] => {
      const matcher = regex.matcher(text);
      if (!matcher.find()) return [];
      return Array.from({ length: groups + 1 }, (_, index) => matcher.group(index) ?? '');
    };
    return { matches: (text) => regex.matcher(text).find(), groups, groupsIn };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read';
    return { mistake: reason.slice(0, 120) };
  }
});

/** Reports a pattern that RE2 refuses. */
export function checkPattern(pattern: string, span: Span, report: Report): boolean {
  const read = compilePattern(pattern);
  if ('matches' in read) return true;
  report('SBS3012', span, { pattern, reason: read.mistake });
  return false;
}
