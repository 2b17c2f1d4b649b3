import type { Message } from './messages.ts';

/** Paints a part of the frame, for terminals; the plain text if not given. */
export type Paint = (text: string, part: 'error' | 'warning' | 'beta' | 'info' | 'dim') => string;

const CONTEXT = 2;

/**
 * A message with the lines around its place and carets under it, for terminals and logs:
 * path, line and column, the message, and the text it is about.
 */
export function codeFrame(text: string, message: Message, paint: Paint = (plain) => plain): string {
  const lines = text.split(/\r\n|\n|\r/);
  const first = Math.max(1, message.startLine - CONTEXT);
  const last = Math.min(lines.length, message.startLine + CONTEXT);
  const width = String(last).length;
  const head = `${paint(`${message.type} ${message.code}`, message.type)} ${message.path}:${message.startLine}:${message.startColumn}`;
  const out = [head, `  ${message.message}`];
  for (let number = first; number <= last; number += 1) {
    const line = lines[number - 1] ?? '';
    const marked = number === message.startLine;
    out.push(
      `${marked ? '>' : ' '} ${paint(`${String(number).padStart(width)} |`, 'dim')} ${line.replaceAll('\t', ' ')}`.trimEnd(),
    );
    if (!marked) continue;
    const end = message.endLine === message.startLine ? message.endColumn : line.length + 1;
    const carets = '^'.repeat(Math.max(1, end - message.startColumn));
    const blank = ' '.repeat(width + 2);
    out.push(`${blank}${paint(' |', 'dim')} ${' '.repeat(message.startColumn - 1)}${paint(carets, message.type)}`);
  }
  return out.join('\n');
}
