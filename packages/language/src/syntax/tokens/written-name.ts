import { RESERVED } from './reserved-words.ts';

/** Words that are read as something else than a name in an expression. */
const TAKEN = new Set(['not', 'true', 'false', 'null', 'case', 'distinct', 'literal']);
const PLAIN = /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

/** A text between quotation marks. */
export function quotedText(text: string, quote: '"' | "'" = '"'): string {
  const inner = text.replace(/[\\\n\t]/g, (char) => ESCAPES[char] ?? char).replaceAll(quote, `\\${quote}`);
  return `${quote}${inner}${quote}`;
}

/** A name as a script can hold it: between quotation marks if it needs them. */
export function writtenName(name: string): string {
  const word = name.toLowerCase();
  return PLAIN.test(name) && !RESERVED.has(word) && !TAKEN.has(word) ? name : quotedText(name);
}
