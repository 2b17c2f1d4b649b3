import { codeFrame, type Message } from '@switchboard/language';
import type { Colours } from '../terminal/terminal.ts';
import type { ScriptFile } from './read-scripts.ts';

/** Formats a compiler's message for a terminal of `width` columns: kind, code, place, text, the lines it is about, and its quick fix. */
export function messageText(
  message: Message,
  files: readonly ScriptFile[],
  colours: Colours,
  width: number | undefined,
): string {
  const paints = {
    error: colours.red,
    warning: colours.yellow,
    beta: colours.magenta,
    info: colours.cyan,
    dim: colours.dim,
  };
  const file = files.find(({ path }) => path === message.path);
  const placed = { ...message, path: file?.shown ?? message.path };
  return `${codeFrame(file?.text ?? '', placed, (part, kind) => paints[kind](part), width)}\n`;
}

/** "2 errors, 1 warning in 3 files" */
export function messageCounts(messages: readonly Message[], files: readonly ScriptFile[]): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const errors = messages.filter((message) => message.type === 'error').length;
  const warnings = messages.filter((message) => message.type === 'warning').length;
  return `${count(errors, 'error')}, ${count(warnings, 'warning')} in ${count(files.length, 'file')}`;
}

const SEVERITIES: readonly Message['type'][] = ['error', 'warning', 'beta', 'info'];

/** Messages by severity, errors first; those of one severity keep their order. */
export const errorsFirst = (messages: readonly Message[]): readonly Message[] =>
  messages.toSorted((a, b) => SEVERITIES.indexOf(a.type) - SEVERITIES.indexOf(b.type));
