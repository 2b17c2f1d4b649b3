import type { Span } from '../text/span.ts';
import { ASSERTION_DIAGNOSTICS } from './assertions.ts';
import { CONSTANT_DIAGNOSTICS } from './constants.ts';
import { DOUBT_DIAGNOSTICS } from './doubts.ts';
import { EXPRESSION_DIAGNOSTICS } from './expressions.ts';
import { NAME_DIAGNOSTICS } from './names.ts';
import { PARAMETER_DIAGNOSTICS } from './parameters.ts';
import { QUERY_DIAGNOSTICS } from './queries.ts';
import { STYLE_DIAGNOSTICS } from './style.ts';
import { SYNTAX_DIAGNOSTICS } from './syntax.ts';
import { TYPE_DIAGNOSTICS } from './types.ts';

/** Every code the compiler can give. Families: 1 syntax, 2 names, 3 types, 4 parameters and keys, 5 style and unused, 9 preview. */
export const DIAGNOSTICS = {
  ...SYNTAX_DIAGNOSTICS,
  ...NAME_DIAGNOSTICS,
  ...TYPE_DIAGNOSTICS,
  ...QUERY_DIAGNOSTICS,
  ...EXPRESSION_DIAGNOSTICS,
  ...PARAMETER_DIAGNOSTICS,
  ...ASSERTION_DIAGNOSTICS,
  ...CONSTANT_DIAGNOSTICS,
  ...STYLE_DIAGNOSTICS,
  ...DOUBT_DIAGNOSTICS,
} as const;

export type Code = keyof typeof DIAGNOSTICS;

type Holes<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;

/** The values that fill the holes of a code's text. */
export type Values<C extends Code> = { readonly [Hole in Holes<(typeof DIAGNOSTICS)[C]['text']>]: string };

/** One edit of a fix; offsets into the same file. */
export type FixEdit = Span & {
  readonly text: string;
  /** In place of `text`: texts, and stretches of the file as they are written. */
  readonly parts?: readonly (string | Span)[];
  /** A new entry of a block: on a line of its own, indented as the block's first entry, if that one is. Null in an empty block. */
  readonly like?: { readonly open: number; readonly start: number } | null;
  /** A removed entry, with its whole line when its neighbours are on other lines. */
  readonly between?: { readonly before: number; readonly after: number };
};

/** Text edits that fix the reported problem. */
export type Fix = { readonly title: string; readonly edits: readonly FixEdit[] };

/** Reports a diagnostic about a span of the current file. */
export type Report = <C extends Code>(code: C, span: Span, values: Values<C>, fix?: Fix) => void;

/** Longer values are cut, so that messages stay readable. */
const MAX_VALUE_LENGTH = 300;

function shortened(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : value.toWellFormed();
}

/** Texts split at their holes; odd elements are names of holes. */
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
