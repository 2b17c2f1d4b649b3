import type { Token } from './tokens.ts';

export function isName(token: Token | undefined): token is Token {
  return token !== undefined && (token.kind === 'name' || token.kind === 'string');
}

/** A name outside quotation marks, in lower case; empty for other tokens. */
export function wordOf(token: Token | undefined): string {
  return token?.kind === 'name' ? token.text.toLowerCase() : '';
}

/** The text of a symbol; empty for other tokens. */
export function symbolOf(token: Token | undefined): string {
  return token?.kind === 'symbol' ? token.text : '';
}
