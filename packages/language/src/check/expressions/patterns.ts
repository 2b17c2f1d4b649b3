import { RE2JS } from 're2js';
import type { Report } from '../../diagnostics/diagnostics.ts';
import type { Span } from '../../syntax/tokens/tokens.ts';

type Pattern = { readonly matches: (text: string) => boolean } | { readonly mistake: string };

/** Scripts use few patterns often. */
const KEPT = 200;
/** Longer ones take seconds to compile. */
const LONGEST = 5000;
const compiled = new Map<string, Pattern>();

/** Compiles a regular expression the way the engines do (RE2: no backtracking, so no pattern can hang a run). */
export function compilePattern(pattern: string): Pattern {
  if (pattern.length > LONGEST) return { mistake: `it has more than ${LONGEST} characters` };
  const known = compiled.get(pattern);
  if (known) return known;
  const fresh = freshPattern(pattern);
  if (compiled.size >= KEPT) compiled.clear();
  compiled.set(pattern, fresh);
  return fresh;
}

function freshPattern(pattern: string): Pattern {
  try {
    const regex = RE2JS.compile(pattern);
    return { matches: (text) => regex.matcher(text).find() };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read';
    return { mistake: reason.slice(0, 120) };
  }
}

/** Reports a pattern that RE2 refuses. */
export function checkPattern(pattern: string, span: Span, report: Report): boolean {
  const read = compilePattern(pattern);
  if ('matches' in read) return true;
  report('SBS3012', span, { pattern, reason: read.mistake });
  return false;
}
