import { RE2JS } from 're2js';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { remember } from '../../functions/remember.ts';
import type { Span } from '../../syntax/tokens/tokens.ts';

type Pattern = { readonly matches: (text: string) => boolean; readonly groups: number } | { readonly mistake: string };

/** Longer patterns take seconds to compile. */
const MAX_LENGTH = 5000;

/** Compiles a regular expression the way the engines do (RE2: no backtracking, so no pattern can hang a run). */
export function compilePattern(pattern: string): Pattern {
  if (pattern.length > MAX_LENGTH) return { mistake: `it has more than ${MAX_LENGTH} characters` };
  return compileShort(pattern);
}

/** A named group as other languages write it, which DuckDB refuses; not behind a backslash. */
const NAMED_GROUP = /(?<!\\)(?:\\\\)*\(\?<([A-Za-z_]\w*)>/;

const compileShort = remember(200, (pattern: string): Pattern => {
  const named = NAMED_GROUP.exec(pattern);
  if (named) return { mistake: `a named group is written (?P<${named[1]}>` };
  try {
    const regex = RE2JS.compile(pattern);
    return { matches: (text) => regex.matcher(text).find(), groups: regex.groupCount() };
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
