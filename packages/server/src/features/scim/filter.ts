import { invalid } from './scim-error.ts';

export const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const;
export type Operator = (typeof OPERATORS)[number];
export type FilterValue = string | number | boolean | null;

/** A filter of RFC 7644, 3.4.2.2. Paths are lower-case and without the URN of their schema. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'compare'; readonly path: string; readonly operator: Operator; readonly value: FilterValue };

const MAX_LENGTH = 2_000;
const MAX_DEPTH = 12;
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const ATTRIBUTE = /^(?:urn:[\w.:-]+:)?([a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?)$/i;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** The path of an attribute, lower-case and without the URN of a schema. @throws ScimError */
export function attributePath(text: string): string {
  const name = ATTRIBUTE.exec(text)?.[1];
  if (name === undefined) throw invalid('invalidPath', `${JSON.stringify(text.slice(0, 100))} is not an attribute.`);
  return name.toLowerCase();
}

function tokensOf(text: string): string[] {
  const wrong = (at: number) => invalid('invalidFilter', `The filter cannot be read from character ${at + 1}.`);
  if (text.length > MAX_LENGTH) throw invalid('invalidFilter', `A filter has at most ${MAX_LENGTH} characters.`);
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(trimmed);
    if (found === null) throw wrong(from);
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}

/** Reads the tokens of one filter from left to right. */
class FilterReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  take(expected?: string): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw invalid('invalidFilter', 'The filter is incomplete.');
    if (expected !== undefined && token !== expected)
      throw invalid('invalidFilter', `The filter must have "${expected}" in place of ${token.slice(0, 50)}.`);
    this.#at += 1;
    return token;
  }

  /** @param prefix the attribute whose values a filter in brackets selects */
  or(prefix: string, depth: number): Filter {
    let left = this.and(prefix, depth);
    while (this.next?.toLowerCase() === 'or') {
      this.take();
      left = { kind: 'or', left, right: this.and(prefix, depth) };
    }
    return left;
  }

  and(prefix: string, depth: number): Filter {
    let left = this.term(prefix, depth);
    while (this.next?.toLowerCase() === 'and') {
      this.take();
      left = { kind: 'and', left, right: this.term(prefix, depth) };
    }
    return left;
  }

  term(prefix: string, depth: number): Filter {
    if (depth > MAX_DEPTH) throw invalid('invalidFilter', `A filter nests at most ${MAX_DEPTH} levels.`);
    if (this.next?.toLowerCase() === 'not') {
      this.take();
      this.take('(');
      const of = this.or(prefix, depth + 1);
      this.take(')');
      return { kind: 'not', of };
    }
    if (this.next === '(') {
      this.take();
      const inner = this.or(prefix, depth + 1);
      this.take(')');
      return inner;
    }
    return this.comparison(prefix, depth);
  }

  comparison(prefix: string, depth: number): Filter {
    const path = `${prefix}${attributePath(this.take())}`;
    if (this.next !== '[') return this.operation(path);
    this.take();
    const selected = this.or(`${path}.`, depth + 1);
    this.take(']');
    // Entra ID sends emails[type eq "work"].value eq "…".
    if (this.next?.startsWith('.') !== true) return selected;
    const right = this.operation(`${path}.${attributePath(this.take().slice(1))}`);
    return { kind: 'and', left: selected, right };
  }

  operation(path: string): Filter {
    const word = this.take().toLowerCase();
    const operator = OPERATORS.find((known) => known === word);
    if (operator === undefined)
      throw invalid('invalidFilter', `Unknown operator ${word.slice(0, 50)}. Use one of: ${OPERATORS.join(', ')}.`);
    return { kind: 'compare', path, operator, value: operator === 'pr' ? null : readValue(this.take()) };
  }
}

function readValue(token: string): FilterValue {
  const lower = token.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  if (lower === 'null') return null;
  if (NUMBER.test(token)) return Number(token);
  try {
    const value: unknown = JSON.parse(token);
    if (typeof value === 'string' && !value.includes('\0')) return value;
  } catch {
    // Answered below.
  }
  throw invalid('invalidFilter', `${token.slice(0, 50)} is not a value. Write texts in double quotes.`);
}

/** @throws ScimError invalidFilter, invalidPath */
export function parseFilter(text: string): Filter {
  const reader = new FilterReader(tokensOf(text));
  const filter = reader.or('', 0);
  if (reader.next !== undefined)
    throw invalid('invalidFilter', `The filter must end before ${reader.next.slice(0, 50)}.`);
  return filter;
}

/** The path of a patch operation: an attribute, the values of it that a filter selects, and a part of them. */
export type PatchPath = { readonly attribute: string; readonly selected: Filter | null; readonly part: string | null };

const SELECTION = /^((?:urn:[\w.:-]+:)?[a-z$][\w$-]*)\[(.*)\](?:\.([a-z$][\w$-]*))?$/is;

/** @throws ScimError invalidPath, invalidFilter */
export function parsePatchPath(text: string): PatchPath {
  if (text.length > MAX_LENGTH) throw invalid('invalidPath', `A path has at most ${MAX_LENGTH} characters.`);
  const [, attribute, filter, part] = SELECTION.exec(text.trim()) ?? [];
  if (attribute !== undefined && filter !== undefined)
    return { attribute: attributePath(attribute), selected: parseFilter(filter), part: part?.toLowerCase() ?? null };
  const [name = '', sub] = attributePath(text.trim()).split('.');
  return { attribute: name, selected: null, part: sub ?? null };
}
