import type { Message } from '@switchboard/language';
import { codeFrame } from '../terminal/code-frame.ts';
import { type Colours, printable } from '../terminal/terminal.ts';
import type { ScriptFile } from './read-scripts.ts';

/** What a compiler's message looks like on a terminal: kind, code, place, text, and the lines it is about. */
export function messageText(message: Message, files: readonly ScriptFile[], colours: Colours): string {
  const paint = { error: colours.red, warning: colours.yellow, beta: colours.magenta, info: colours.cyan }[
    message.type
  ];
  const place = `${message.path}:${message.startLine}:${message.startColumn}`;
  const head = `${paint(message.type)} ${colours.dim(message.code)} ${colours.bold(printable(place))}`;
  const text = files.find((file) => file.path === message.path)?.text;
  const frame = text === undefined ? [] : [codeFrame(text, message, colours)];
  return [head, `  ${printable(message.message)}`, ...frame, ''].join('\n');
}

/** "2 errors, 1 warning in 3 files" */
export function messageCounts(messages: readonly Message[], files: readonly ScriptFile[]): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const errors = messages.filter((message) => message.type === 'error').length;
  const warnings = messages.filter((message) => message.type === 'warning').length;
  return `${count(errors, 'error')}, ${count(warnings, 'warning')} in ${count(files.length, 'file')}`;
}
