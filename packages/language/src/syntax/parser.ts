import { closest } from '../check/suggest.ts';
import type { Construct } from '../constructs/construct.ts';
import type { Report } from '../diagnostics.ts';
import { Cursor } from './cursor.ts';
import { type Lexed, lex } from './lexer.ts';
import type { Declaration } from './tree.ts';

/** `broken`: names of declarations that could not be read. Whoever names them is not to blame. */
export type Script = Lexed & { readonly declarations: readonly Declaration[]; readonly broken: readonly string[] };

/** Reports what stands where a declaration should, once for a whole stretch of it. */
function skipStray(cursor: Cursor, keywords: readonly string[]): void {
  const token = cursor.peek();
  if (!token.flawed) {
    const near = token.kind === 'name' ? closest(token.text, keywords) : null;
    const fix =
      near === null
        ? undefined
        : { title: `Write ${near}`, edits: [{ start: token.start, end: token.end, text: near }] };
    const advice = near === null ? 'Remove it.' : `Did you mean ${near}?`;
    cursor.report('SBS1010', token, { found: token.kind === 'string' ? 'a text' : token.text, advice }, fix);
  }
  cursor.next();
  cursor.skipEntry();
}

/** Parses a file. Every mistake is reported once and skipped; nothing is thrown. */
export function parseScript(text: string, constructs: readonly Construct[], report: Report): Script {
  const lexed = lex(text, report);
  const keywords = constructs.flatMap((construct) => construct.keywords);
  const cursor = new Cursor(lexed.tokens, new Set(keywords), report);
  const declarations: Declaration[] = [];
  const broken: string[] = [];
  while (cursor.peek().kind !== 'end') {
    const token = cursor.peek();
    const word = token.kind === 'name' ? token.text.toLowerCase() : '';
    const construct = constructs.find((each) => each.keywords.includes(word));
    if (construct) {
      const name = cursor.peek(cursor.atWord('bundle', 1) ? 2 : 1).text;
      const declaration = cursor.recovering(() => {
        cursor.takeWord(word);
        return construct.parse(cursor, token);
      });
      if (declaration) {
        declarations.push(declaration);
        continue;
      }
      broken.push(name);
      // Recovery stops before a brace that no open block claims.
      if (cursor.takeSymbol('}')) cursor.takeSymbol(';');
    } else if (!cursor.takeSymbol(';')) skipStray(cursor, keywords);
  }
  return { ...lexed, declarations, broken };
}
