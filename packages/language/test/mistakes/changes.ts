import { lex } from '../../src/syntax/tokens/lexer.ts';
import type { Token } from '../../src/syntax/tokens/tokens.ts';

/** A place of a script where something can be written wrongly, with the wrong text. */
type Change = { readonly start: number; readonly end: number; readonly text: string };

type Place = {
  readonly token: Token;
  readonly before: Token | undefined;
  readonly after: Token | undefined;
  readonly next: Token | undefined;
  readonly text: string;
};

const TYPES: Readonly<Record<string, string>> = {
  integer: 'bigint',
  string: 'varchar(20)',
  float: 'double precision',
  boolean: 'bool',
  datetime: 'timestamp',
  json: 'jsonb',
};
const FUNCTIONS: Readonly<Record<string, string>> = {
  coalesce: 'nvl',
  length: 'len',
  substr: 'substring',
  if: 'iff',
  regex_replace: 'regexp_replace',
  regex_match: 'regexp_like',
  string_agg: 'listagg',
  list_length: 'array_size',
  list_contains: 'array_contains',
  power: 'pow',
  ceil: 'ceiling',
  starts_with: 'startswith',
};
const KEYWORDS = new Set([
  'select',
  'from',
  'where',
  'having',
  'order',
  'limit',
  'join',
  'using',
  'unpivot',
  'upsert',
  'snapshot',
]);
const CLOSING = new Set([',', 'from']);

/** A word with two of its letters swapped. */
function swapped(word: string): string {
  const at = Math.floor(word.length / 2);
  return `${word.slice(0, at - 1)}${word.charAt(at)}${word.charAt(at - 1)}${word.slice(at + 1)}`;
}

function over(token: Token, text: string): Change {
  return { start: token.start, end: token.end, text };
}

function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'name' && token.text.toLowerCase() === text;
}

/** Common mistakes, each as a change of one place. */
export const CHANGES: Readonly<Record<string, (place: Place) => Change | null>> = {
  'a mistyped keyword': ({ token, before, after }) =>
    token.kind === 'name' && KEYWORDS.has(token.text) && !isSymbol(after, ':') && !isSymbol(before, '.')
      ? over(token, swapped(token.text))
      : null,
  'a mistyped function': ({ token, after, before, text }) =>
    token.kind === 'name' &&
    isSymbol(after, '(') &&
    after?.start === token.end &&
    token.text.length > 3 &&
    /[(,=+ ]$/.test(text.slice(0, token.start)) &&
    !isWord(before, 'using') &&
    !/^(?:try_)?cast$|^columns$|^decimal$|^date|^over$|^filter$|^record$/.test(token.text)
      ? over(token, swapped(token.text))
      : null,
  'a function of a dialect': ({ token, after }) => {
    const name = FUNCTIONS[token.text];
    return token.kind === 'name' && isSymbol(after, '(') && name !== undefined ? over(token, name) : null;
  },
  'a type of a dialect': ({ token, before, after }) => {
    const type = token.kind === 'name' ? TYPES[token.text] : undefined;
    const column = isSymbol(before, ':') && (isSymbol(after, ';') || isWord(after, 'not') || isWord(after, 'as'));
    return type !== undefined && column ? over(token, type) : null;
  },
  'no semicolon': ({ token, after }) =>
    isSymbol(token, ';') &&
    (after === undefined || after.kind !== 'end') &&
    !isSymbol(after, '}') &&
    !isSymbol(after, ';')
      ? over(token, '')
      : null,
  'a comma for a semicolon': ({ token, next, after }) =>
    isSymbol(token, ';') && (after?.kind === 'name' || after?.kind === 'string') && isSymbol(next, ':')
      ? over(token, ',')
      : null,
  'an equals sign for a colon': ({ token, before, after }) =>
    isSymbol(token, ':') && before?.end === token.start && (after?.kind === 'string' || after?.kind === 'number')
      ? over(token, ' =')
      : null,
  'no as behind a call': ({ token, before, after, next }) =>
    isWord(token, 'as') && isSymbol(before, ')') && after?.kind === 'name' && CLOSING.has(next?.text ?? '')
      ? { start: token.start, end: after.start, text: '' }
      : null,
  'no comma before a call': ({ token, before, after, next }) =>
    isSymbol(token, ',') &&
    before?.kind === 'name' &&
    after?.kind === 'name' &&
    isSymbol(next, '(') &&
    next?.start === after.end
      ? over(token, '')
      : null,
  'no is': ({ token, before, after }) =>
    isWord(token, 'is') &&
    before?.kind === 'name' &&
    after?.kind === 'name' &&
    ['select', 'union', 'upsert', 'snapshot'].includes(after.text)
      ? { start: token.start, end: after.start, text: '' }
      : null,
  'a typographic string': ({ token }) =>
    token.kind === 'string' && token.quote === "'" && /^[\w ]+$/.test(token.text)
      ? over(token, `‘${token.text}’`)
      : null,
  'a name in backquotes': ({ token, before, after }) =>
    token.kind === 'name' &&
    (isWord(before, 'from') || isWord(before, 'join')) &&
    !isSymbol(after, '{') &&
    !isSymbol(after, '(')
      ? over(token, `\`${token.text}\``)
      : null,
  'a doubled equals sign': ({ token }) => (isSymbol(token, '==') ? over(token, '===') : null),
  'an operator of C': ({ token, after }) => (isWord(token, 'and') && !isSymbol(after, ':') ? over(token, '&&') : null),
  'is not null without is': ({ token, after, next, before }) =>
    isWord(token, 'is') && isWord(after, 'not') && isWord(next, 'null') && before
      ? { start: token.start, end: after?.start ?? 0, text: '' }
      : null,
  'a cast of PostgreSQL': ({ token, after, text }) => {
    const [whole, value = '', type = ''] = /^cast\((\w+) as (\w+)\)/.exec(text.slice(token.start)) ?? [];
    return isWord(token, 'cast') && after && whole !== undefined
      ? { start: token.start, end: token.start + whole.length, text: `${value}::${type}` }
      : null;
  },
  'a comment of SQL': ({ token, before }) =>
    isWord(token, 'from') && before && !isSymbol(before, '}')
      ? { start: token.start, end: token.start, text: '-- tables\n' }
      : null,
  'a group by': ({ token, after }) =>
    isWord(token, 'order') && isWord(after, 'by')
      ? { start: token.start, end: token.start, text: 'group by 1 ' }
      : null,
  'a mistyped parameter': ({ token, after, next }) =>
    token.kind === 'name' &&
    isSymbol(after, ':') &&
    next?.kind === 'string' &&
    token.text.length > 3 &&
    token.text.length < 12
      ? over(token, swapped(token.text))
      : null,
};

/** Every script that a change of one place makes of another, with the place of the change in it. */
export function changesOf(kind: string, text: string): { text: string; start: number; end: number }[] {
  const change = CHANGES[kind];
  const { tokens } = lex(text, () => undefined);
  return tokens.flatMap((token, index) => {
    const [before, after, next] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
    const found = change?.({ token, before, after, next, text }) ?? null;
    if (!found || text.slice(found.start, found.end) === found.text) return [];
    const changed = `${text.slice(0, found.start)}${found.text}${text.slice(found.end)}`;
    return [{ text: changed, start: found.start, end: found.start + found.text.length }];
  });
}
