import type { Report } from '../../diagnostics/diagnostics.ts';
import { fixedFormat } from '../../functions/date-format.ts';
import type { Span } from '../../syntax/tokens/tokens.ts';

/** Reports a date format that cannot be read; `span` is the text with its quotation marks. */
export function reportFormat(format: string, part: string, span: Span, report: Report): void {
  const mended = fixedFormat(format);
  const advice = mended === null ? '' : `Did you mean ${mended}? `;
  // Only letters change, each into one: escapes inside stay where they are, and so do the marks.
  const plain = span.end - span.start === format.length + 2;
  const edits = [{ start: span.start + 1, end: span.end - 1, text: mended ?? '' }];
  const fix = mended !== null && plain ? { title: `Write ${mended}`, edits } : undefined;
  report('SBS3010', span, { format, part, advice }, fix);
}
