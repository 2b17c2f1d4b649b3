import { closest } from '../check/suggest.ts';
import type { Construct } from '../constructs/construct.ts';
import type { Report } from '../diagnostics.ts';
import { CODE_MASK, codesOf, SYMBOL, TOKEN, WORD } from './codes.ts';
import { Cursor } from './cursor.ts';
import { exact } from './exact.ts';
import { scan } from './scanner.ts';
import { type TokenBuffer, withBuffer } from './token-buffer.ts';
import type { Declaration } from './tree.ts';

/** `broken`: names of declarations that could not be read. Whoever names them is not to blame. */
export type Script = { readonly declarations: readonly Declaration[]; readonly broken: readonly string[] };

/** Which word starts which declaration, by code. */
type Starters = {
  readonly keywords: readonly string[];
  readonly set: Uint8Array;
  readonly construct: readonly (Construct | undefined)[];
};

const known = new WeakMap<readonly Construct[], Starters>();

function startersOf(constructs: readonly Construct[]): Starters {
  const found = known.get(constructs);
  if (found) return found;
  const construct: (Construct | undefined)[] = Array.from({ length: CODE_MASK + 1 });
  for (const each of constructs) for (const code of codesOf(each.keywords)) construct[code] ??= each;
  const starters: Starters = {
    keywords: constructs.flatMap((each) => each.keywords),
    set: Uint8Array.from(construct, (each) => (each ? 1 : 0)),
    construct,
  };
  known.set(constructs, starters);
  return starters;
}

/** Reports what stands where a declaration should, once for a whole stretch of it. */
function skipStray(cursor: Cursor, keywords: readonly string[]): void {
  const { index } = cursor;
  if (!cursor.isFlawed(index)) {
    const span = cursor.spanOf(index);
    const text = cursor.textOf(index);
    const near = cursor.atName ? closest(text.slice(0, 100), keywords) : null;
    const fix = near === null ? undefined : { title: `Write ${near}`, edits: [{ ...span, text: near }] };
    const advice = near === null ? 'Remove it.' : `Did you mean ${near}?`;
    cursor.report('SBS1010', span, { found: cursor.atText ? 'a text' : text, advice }, fix);
  }
  cursor.next();
  cursor.skipEntry();
}

function parseTokens(tokens: TokenBuffer, starters: Starters, report: Report): Script {
  const cursor = new Cursor(tokens, starters.set, report);
  const declarations: Declaration[] = [];
  const broken: string[] = [];
  for (let { code } = cursor; code !== TOKEN.end; { code } = cursor) {
    const construct = starters.construct[code];
    if (construct) {
      const { index } = cursor;
      const declaration = cursor.recovering(construct.parse);
      if (declaration) {
        declarations.push(declaration);
        continue;
      }
      const bundled = (tokens.codes[index + 1] ?? 0) & CODE_MASK;
      broken.push(cursor.textOf(index + (bundled === WORD.bundle ? 2 : 1)));
      // Recovery stops before a brace that no open block claims.
      if (cursor.take(SYMBOL.braceClose)) cursor.take(SYMBOL.semicolon);
    } else if (!cursor.take(SYMBOL.semicolon)) skipStray(cursor, starters.keywords);
  }
  return { declarations: exact(declarations), broken: exact(broken) };
}

/** Parses a file. Every mistake is reported once and skipped; nothing is thrown. */
export function parseScript(text: string, constructs: readonly Construct[], report: Report): Script {
  const starters = startersOf(constructs);
  return withBuffer(text, (tokens) => {
    scan(tokens, report, null);
    return parseTokens(tokens, starters, report);
  });
}
