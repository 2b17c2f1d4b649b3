import { codeFrame, type Message } from '@switchboard/language';
import { type Colours, printable } from '../terminal/terminal.ts';
import type { ScriptFile } from './read-scripts.ts';

/** What a compiler's message looks like on a terminal: kind, code, place, text, and the lines it is about. */
export function messageText(message: Message, files: readonly ScriptFile[], colours: Colours): string {
  const paints = {
    error: colours.red,
    warning: colours.yellow,
    beta: colours.magenta,
    info: colours.cyan,
    dim: colours.dim,
  };
  const text = files.find((file) => file.path === message.path)?.text ?? '';
  const safe = { ...message, path: printable(message.path), message: printable(message.message) };
  return `${codeFrame(inert(text), safe, (part, kind) => paints[kind](part))}\n`;
}

/** A script that cannot command a terminal, with every character where it was. */
function inert(text: string): string {
  return text.replace(/[^\P{Cc}\n\r\t]|\p{Cf}/gu, (found) => ' '.repeat(found.length));
}

/** "2 errors, 1 warning in 3 files" */
export function messageCounts(messages: readonly Message[], files: readonly ScriptFile[]): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const errors = messages.filter((message) => message.type === 'error').length;
  const warnings = messages.filter((message) => message.type === 'warning').length;
  return `${count(errors, 'error')}, ${count(warnings, 'warning')} in ${count(files.length, 'file')}`;
}
