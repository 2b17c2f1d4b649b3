import { RE2JS } from 're2js';
import type { Report } from '../diagnostics.ts';
import type { Span } from '../syntax/tokens.ts';

/** Compiles a regular expression the way the engines do (RE2: no backtracking, so no pattern can hang a run). */
export function compilePattern(
  pattern: string,
): { readonly matches: (text: string) => boolean } | { readonly mistake: string } {
  try {
    const compiled = RE2JS.compile(pattern);
    return { matches: (text) => compiled.matcher(text).find() };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read';
    return { mistake: reason.slice(0, 120) };
  }
}

/** Reports a pattern that RE2 refuses. */
export function checkPattern(pattern: string, span: Span, report: Report): boolean {
  const compiled = compilePattern(pattern);
  if ('matches' in compiled) return true;
  report('SBS3012', span, { pattern, reason: compiled.mistake });
  return false;
}
