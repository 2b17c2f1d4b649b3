import type { Report } from '../../diagnostics/diagnostics.ts';
import { closest } from '../../suggest/suggest.ts';
import { SYMBOL, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { CODE_MASK, codeSet, codesOf } from '../tokens/codes.ts';
import { scan } from '../tokens/scanner.ts';
import { type TokenBuffer, withBuffer } from '../tokens/token-buffer.ts';
import type { Declaration } from '../tree/declaration-tree.ts';
import { exact } from '../tree/exact.ts';
import { Cursor } from './cursor.ts';
import type { DeclarationSyntax } from './declaration-syntax.ts';
import { statementAt } from './habits/statement.ts';
import { atTemplate } from './habits/template.ts';
import { TokenView } from './habits/token-view.ts';

/** `broken`: names of declarations that could not be parsed. References to them are not reported. */
export type Script = { readonly declarations: readonly Declaration[]; readonly broken: readonly string[] };

/** Maps start words to declarations, by code. */
type Starters = {
  readonly keywords: readonly string[];
  readonly set: Uint8Array;
  /** Tokens that may follow the name of a declaration. */
  readonly followers: Uint8Array;
  readonly spec: readonly (DeclarationSyntax | undefined)[];
  readonly parseQuery: Cursor['parseQuery'];
};

const known = new WeakMap<readonly DeclarationSyntax[], Starters>();

function startersOf(specs: readonly DeclarationSyntax[]): Starters {
  const found = known.get(specs);
  if (found) return found;
  const spec: (DeclarationSyntax | undefined)[] = Array.from({ length: CODE_MASK + 1 });
  for (const each of specs) for (const code of codesOf(each.keywords)) spec[code] ??= each;
  const starters: Starters = {
    keywords: specs.flatMap((each) => each.keywords),
    set: Uint8Array.from(spec, (each) => (each ? 1 : 0)),
    followers: codeSet([...codesOf(specs.flatMap((each) => each.followers)), SYMBOL.braceOpen]),
    spec,
    parseQuery: specs.find((each) => each.parseQuery)?.parseQuery ?? null,
  };
  known.set(specs, starters);
  return starters;
}

/** Reports tokens outside declarations, once for consecutive ones. Returns the name that they were meant to declare, if any. */
function skipStray(cursor: Cursor, tokens: TokenBuffer, keywords: readonly string[]): string | null {
  const { index } = cursor;
  let name: string | null = null;
  let count = 1;
  if (!cursor.isFlawed(index)) {
    const statement = cursor.atName ? statementAt(new TokenView(tokens), index) : null;
    if (statement) {
      ({ declares: name, tokens: count } = statement);
      cursor.report(
        'SBS1049',
        cursor.spanOf(index),
        { word: cursor.textOf(index), advice: statement.advice },
        statement.fix,
      );
    } else {
      const template = atTemplate(new TokenView(tokens), index);
      if (!cursor.reportedHabit()) reportStray(cursor, keywords);
      // It ends nowhere that the parser could know.
      if (template) while (!cursor.at(TOKEN.end) && !cursor.atDeclaration()) cursor.next();
      if (template) return null;
    }
  }
  for (; count > 0; count -= 1) cursor.next();
  cursor.skipEntry();
  return name;
}

function reportStray(cursor: Cursor, keywords: readonly string[]): void {
  const { index } = cursor;
  const span = cursor.spanOf(index);
  const text = cursor.textOf(index);
  const near = cursor.atName ? closest(text.slice(0, 100), keywords) : null;
  const fix = near === null ? undefined : { title: `Write ${near}`, edits: [{ ...span, text: near }] };
  const advice = near === null ? 'Remove it.' : `Did you mean ${near}?`;
  cursor.report('SBS1010', span, { found: cursor.atText ? 'a string' : text, advice }, fix);
}

/** Skips the rest of a broken declaration: its entries, and unmatched braces. */
function skipRemains(cursor: Cursor): void {
  while (!cursor.at(TOKEN.end)) {
    const member = cursor.at(WORD.table) && (cursor.ahead(WORD.from, 2) || cursor.ahead(WORD.using, 2));
    if (cursor.atDeclaration() && !member) return;
    if (member || cursor.at(SYMBOL.braceClose) || cursor.at(SYMBOL.semicolon)) {
      cursor.next();
      if (!member) continue;
    }
    if (!member && !cursor.atEntry && !cursor.at(WORD.using) && !cursor.at(SYMBOL.star)) return;
    cursor.skipEntry();
  }
}

/** The names that a broken declaration may declare: its own, and those of the tables of a bundle. */
function namesBetween(tokens: TokenBuffer, start: number, end: number): string[] {
  const code = (at: number): number => (tokens.codes[at] ?? TOKEN.end) & CODE_MASK;
  const bundle = code(start + 1) === WORD.bundle;
  const names = [tokens.textOf(start + (bundle ? 2 : 1))];
  for (let at = start + 1; bundle && at < end; at += 1)
    if (code(at) === WORD.table && code(at + 1) >= TOKEN.name) names.push(tokens.textOf(at + 1));
  return names;
}

function parseTokens(tokens: TokenBuffer, starters: Starters, reportAll: Report): Script {
  let mistakes = 0;
  const report: Report = (code, span, values, fix) => {
    if (code.startsWith('SBS1')) mistakes += 1;
    reportAll(code, span, values, fix);
  };
  const cursor = new Cursor(tokens, starters.set, starters.followers, report);
  cursor.parseQuery = starters.parseQuery;
  const declarations: Declaration[] = [];
  const broken: string[] = [];
  for (let { code } = cursor; code !== TOKEN.end; { code } = cursor) {
    const spec = starters.spec[code];
    if (spec) {
      const { index } = cursor;
      const before = mistakes;
      const declaration = cursor.recovering(spec.parse);
      if (declaration) declarations.push(declaration);
      if (mistakes === before && declaration) continue;
      skipRemains(cursor);
      const names = namesBetween(tokens, index, cursor.index);
      broken.push(...(declaration ? names.slice(1) : names));
    } else if (!cursor.take(SYMBOL.semicolon)) {
      const name = skipStray(cursor, tokens, starters.keywords);
      if (name !== null) broken.push(name);
    }
  }
  return { declarations: exact(declarations), broken: exact(broken) };
}

/** Parses a file. Every mistake is reported once and skipped; nothing is thrown. */
export function parseScript(text: string, specs: readonly DeclarationSyntax[], report: Report): Script {
  const starters = startersOf(specs);
  return withBuffer(text, (tokens) => {
    scan(tokens, report, null);
    return parseTokens(tokens, starters, report);
  });
}
