import type { Span } from '../syntax/tokens/tokens.ts';
import { LANGUAGE_DIAGNOSTICS } from './language.ts';
import { PARAMETER_DIAGNOSTICS } from './parameters.ts';
import { SYNTAX_DIAGNOSTICS } from './syntax.ts';

/** Every code the compiler can give. Families: 1 syntax, 2 names, 3 types, 4 parameters and keys, 5 style and unused, 9 preview. */
export const DIAGNOSTICS = { ...SYNTAX_DIAGNOSTICS, ...LANGUAGE_DIAGNOSTICS, ...PARAMETER_DIAGNOSTICS } as const;

export type Code = keyof typeof DIAGNOSTICS;

type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;

/** What the text of a code needs to be filled with. */
export type Values<C extends Code> = { readonly [Hole in Holes<(typeof DIAGNOSTICS)[C]['text']>]: string };

/** One edit of a fix; offsets into the same file. */
export type FixEdit = Span & {
  readonly text: string;
  /** A new entry of a block: on a line of its own, indented as the block's first entry, if that one is. Null in an empty block. */
  readonly like?: { readonly open: number; readonly start: number } | null;
  /** An entry that goes, with its line when what stands before and after it stands on others. */
  readonly between?: { readonly before: number; readonly after: number };
};

/** Text edits that repair what a message complains about. */
export type Fix = { readonly title: string; readonly edits: readonly FixEdit[] };

/** Says something about a stretch of the file at hand. */
export type Report = <C extends Code>(code: C, span: Span, values: Values<C>, fix?: Fix) => void;

/** Names and texts of a script may be of any length; a message stays one that can be read. */
const MAX_VALUE_LENGTH = 300;

function shortened(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : value.toWellFormed();
}

/** Texts cut at their holes: what stands at odd places is the name of one. */
const pieces = new Map<Code, readonly string[]>();

/** The message of a code with its holes filled. */
export function textOf<C extends Code>(code: C, values: Values<C>): string {
  const filled: Readonly<Record<string, string>> = values;
  let parts = pieces.get(code);
  if (!parts) {
    parts = DIAGNOSTICS[code].text.split(/\{(\w+)\}/);
    pieces.set(code, parts);
  }
  let text = '';
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    text += index % 2 === 0 ? part : shortened(filled[part] ?? `{${part}}`);
  }
  return text;
}
