import type { Span } from '../../text/span.ts';

export type Token = Span & {
  readonly kind: 'name' | 'string' | 'number' | 'symbol' | 'invalid' | 'end';
  /** Source text; for a string its value after resolving escapes. */
  readonly text: string;
  /** The quotation mark around a string. */
  readonly quote?: '"' | "'";
  /** A message about this token was given already, so that a parser stumbling over it stays silent. */
  readonly flawed?: boolean;
};

/** A comment, kept for the formatter. `index` is that of the token which follows it. */
export type Comment = Span & { readonly text: string; readonly line: boolean; readonly index: number };
