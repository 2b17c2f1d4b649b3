import type { Report } from '../../diagnostics/diagnostics.ts';
import { fixedFormat } from '../../functions/date-format.ts';
import type { Span } from '../../text/span.ts';

/** Reports a date format that cannot be read; `span` is the text with its quotation marks. */
export function reportFormat(format: string, part: string, span: Span, report: Report): void {
  const fixed = fixedFormat(format);
  const advice = fixed === null ? '' : `Did you mean ${fixed}? `;
  // Only letters change, each into one: escapes inside stay where they are, and so do the marks.
  const plain = span.end - span.start === format.length + 2;
  const edits = [{ start: span.start + 1, end: span.end - 1, text: fixed ?? '' }];
  const fix = fixed !== null && plain ? { title: `Write ${fixed}`, edits } : undefined;
  report('SBS3010', span, { format, part, advice }, fix);
}
