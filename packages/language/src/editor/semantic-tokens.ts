import type { Range } from 'vscode-languageserver-types';
import type { Occurrence } from '../check/names/occurrence.ts';
import { findFunction } from '../functions/registry.ts';
import { findKeyword } from '../keywords.ts';
import type { Token } from '../syntax/tokens/tokens.ts';
import type { NameRole } from '../syntax/tree/visit-names.ts';
import { type Lines, linesOf } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { Workspace } from '../workspace.ts';
import { offsetOf } from './positions.ts';
import { visitNames } from './symbols/name-roles.ts';
import { scriptIn } from './symbols/script-tree.ts';

/** The classes of tokens. Standard names where the protocol has one. */
export const TOKEN_TYPES = [
  'keyword',
  'class',
  'namespace',
  'event',
  'variable',
  'property',
  'function',
  'parameter',
  'type',
  'string',
  'regexp',
  'number',
  'comment',
  'operator',
  'enumMember',
] as const;
export const TOKEN_MODIFIERS = ['declaration', 'defaultLibrary'] as const;

type TokenType = (typeof TOKEN_TYPES)[number];
/** A piece on one line: line and character from 0, lengths in UTF-16 units. */
export type SemanticToken = {
  readonly line: number;
  readonly character: number;
  readonly length: number;
  readonly type: TokenType;
  readonly modifiers: readonly (typeof TOKEN_MODIFIERS)[number][];
};
type TokenClass = Pick<SemanticToken, 'type' | 'modifiers'>;

const BY_ROLE: Readonly<Record<NameRole, TokenType>> = {
  table: 'class',
  bundle: 'namespace',
  upload: 'event',
  assertion: 'event',
  constant: 'variable',
  alias: 'variable',
  column: 'property',
  header: 'string',
  function: 'function',
  parameter: 'parameter',
  type: 'type',
  name: 'property',
  field: 'property',
  'own-field': 'property',
  text: 'string',
  pattern: 'regexp',
};

const BY_SYMBOL: Readonly<Record<Occurrence['symbol']['kind'], TokenType>> = {
  table: 'class',
  bundle: 'namespace',
  upload: 'event',
  assertion: 'event',
  constant: 'variable',
  alias: 'variable',
  column: 'property',
  function: 'function',
  parameter: 'parameter',
  connector: 'enumMember',
  key: 'enumMember',
};

const OPERATORS = new Set(['==', '!=', '<>', '<=', '>=', '||', '?', '=', '<', '>', '~', '+', '-', '*', '/', '%']);

function tokenClass(type: TokenType, declaration = false): TokenClass {
  if (type === 'function') return { type, modifiers: ['defaultLibrary'] };
  return { type, modifiers: declaration ? ['declaration'] : [] };
}

/** Names by their offsets, classified by the syntax tree, or better by their resolved meaning. */
function classifyNames(workspace: Workspace, path: string): Map<number, TokenClass> {
  const classes = new Map<number, TokenClass>();
  const { declarations, tokens } = scriptIn(workspace, path);
  const quoted = new Set(tokens.filter((token) => token.kind === 'string').map((token) => token.start));
  for (const declaration of declarations)
    visitNames(declaration, ({ start }, role) => {
      // A quoted name that is not a column is a string.
      classes.set(start, tokenClass(role === 'name' && quoted.has(start) ? 'string' : BY_ROLE[role]));
    });
  const starts = new Set(tokens.map((token) => token.start));
  for (const { start, end, symbol, role } of workspace.occurrences(path)) {
    // The place of `(name)` and `"type"` is that of the token in it.
    const at = classes.has(start) || starts.has(start) ? start : end;
    const known = classes.get(at);
    if (known?.modifiers.includes('declaration')) continue;
    classes.set(at, tokenClass(BY_SYMBOL[symbol.kind], role === 'declaration'));
  }
  return classes;
}

function classifyToken(
  token: Token,
  next: Token | undefined,
  classes: ReadonlyMap<number, TokenClass>,
): TokenClass | null {
  if (token.kind === 'number') return tokenClass('number');
  if (token.kind === 'symbol') return OPERATORS.has(token.text) ? tokenClass('operator') : null;
  const known = classes.get(token.start);
  if (known && (token.kind === 'name' || token.kind === 'string')) return known;
  if (token.kind === 'string') return tokenClass('string');
  if (token.kind !== 'name') return null;
  const called = next?.kind === 'symbol' && next.text === '(' && next.start === token.end;
  if (called && findFunction(token.text)) return tokenClass('function');
  return findKeyword(token.text.toLowerCase()) ? tokenClass('keyword') : null;
}

/** A stretch line by line: clients take no pieces over several lines. */
function onLines(span: Span, text: string, lines: Lines, { type, modifiers }: TokenClass): SemanticToken[] {
  const found: SemanticToken[] = [];
  let start = span.start;
  for (const part of text.slice(span.start, span.end).split(/\r\n|\n|\r/)) {
    const { line, column } = lines.at(start);
    if (part.length > 0) found.push({ line: line - 1, character: column - 1, length: part.length, type, modifiers });
    start += part.length + (text.startsWith('\r\n', start + part.length) ? 2 : 1);
  }
  return found;
}

/** The semantic tokens of a file, or of a range of it, by place. Empty for unknown files. */
export function semanticTokens(workspace: Workspace, path: string, within?: Range): SemanticToken[] {
  const text = workspace.text(path);
  if (text === undefined) return [];
  const lines = linesOf(text);
  const [start, end] = within ? [offsetOf(within.start, lines), offsetOf(within.end, lines)] : [0, text.length];
  const { tokens, comments } = scriptIn(workspace, path);
  const classes = classifyNames(workspace, path);
  const inside = ({ start: from, end: to }: Span): boolean => from < end && to > start;
  const named = tokens.flatMap((token, index) => {
    const found = inside(token) ? classifyToken(token, tokens[index + 1], classes) : null;
    return found ? onLines(token, text, lines, found) : [];
  });
  const commentTokens = comments
    .filter(inside)
    .flatMap((comment) => onLines(comment, text, lines, tokenClass('comment')));
  return [...named, ...commentTokens].sort((a, b) => a.line - b.line || a.character - b.character);
}
