import type { Report } from '../../diagnostics/diagnostics.ts';
import { TOKEN } from './codes.generated.ts';
import { CODE_MASK, FLAWED } from './codes.ts';
import { scan } from './scanner.ts';
import { type TokenBuffer, withBuffer } from './token-buffer.ts';
import type { Comment, Token } from './tokens.ts';

export type Lexed = { readonly tokens: readonly Token[]; readonly comments: readonly Comment[] };

function kindOf(code: number): Token['kind'] {
  if (code >= TOKEN.name) return 'name';
  if (code === TOKEN.end) return 'end';
  if (code === TOKEN.invalid) return 'invalid';
  if (code === TOKEN.number) return 'number';
  return code === TOKEN.double || code === TOKEN.single ? 'string' : 'symbol';
}

function tokenAt(buffer: TokenBuffer, index: number): Token {
  const flagged = buffer.codes[index] ?? TOKEN.end;
  const code = flagged & CODE_MASK;
  return {
    kind: kindOf(code),
    text: buffer.textOf(index),
    start: buffer.starts[index] ?? 0,
    end: buffer.ends[index] ?? 0,
    ...(code === TOKEN.double ? { quote: '"' } : code === TOKEN.single ? { quote: "'" } : {}),
    ...((flagged & FLAWED) === 0 ? {} : { flawed: true }),
  };
}

/**
 * The tokens of a text as objects, and its comments, for the formatter and the editor. Reports invalid characters
 * and continues after them; the last token is always `end`. The parser itself reads a `TokenBuffer`.
 */
export function lex(text: string, report: Report): Lexed {
  const comments: Comment[] = [];
  const tokens = withBuffer(text, (buffer) => {
    scan(buffer, report, comments);
    return Array.from({ length: buffer.count }, (_, index) => tokenAt(buffer, index));
  });
  return { tokens, comments };
}
