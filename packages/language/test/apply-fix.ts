import type { Message } from '../src/index.ts';
import { linesOf } from '../src/text/lines.ts';

/** The text after a message's fix; the edits are applied from the last to the first. */
export function applyFix(text: string, fix: NonNullable<Message['fix']>): string {
  const lines = linesOf(text);
  const edits = fix.edits.map((edit) => ({
    start: lines.offset(edit.startLine, edit.startColumn),
    end: lines.offset(edit.endLine, edit.endColumn),
    text: edit.text,
  }));
  let fixed = text;
  for (const edit of edits.sort((a, b) => b.start - a.start || b.end - a.end))
    fixed = fixed.slice(0, edit.start) + edit.text + fixed.slice(edit.end);
  return fixed;
}
