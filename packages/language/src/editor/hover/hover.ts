import type { Hover, MarkupContent } from 'vscode-languageserver-types';
import type { Occurrence } from '../../check/names/occurrence.ts';
import { findFunction } from '../../functions/registry.ts';
import { findKeyword } from '../../keywords.ts';
import { symbolOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import { linesOf } from '../../text/lines.ts';
import type { Workspace } from '../../workspace.ts';
import { describeCall } from '../describe/describe-function.ts';
import { codeBlock, markdown, prose } from '../describe/markdown.ts';
import { rangeOf } from '../positions.ts';
import { describeByContext } from './by-context.ts';
import { describeColumn } from './describe-column.ts';
import { describeLocal } from './describe-local.ts';
import { describeSymbol } from './describe-symbol.ts';

/** The name or text at an offset, or the one that ends there. */
function tokenAt(tokens: readonly Token[], offset: number): number {
  const named = (token: Token): boolean => token.kind === 'name' || token.kind === 'string';
  const inside = tokens.findIndex((token) => named(token) && token.start <= offset && offset < token.end);
  return inside >= 0 ? inside : tokens.findIndex((token) => named(token) && token.end === offset);
}

/** The recorded meaning of a token: uses before declarations, since a bare column in a select list is both. */
function meaningOf(occurrences: readonly Occurrence[], token: Token): Occurrence | undefined {
  const here = occurrences.filter(({ start, end }) => start === token.start && end === token.end);
  return here.find(({ role }) => role === 'use') ?? here[0];
}

function describeMeaning(workspace: Workspace, { symbol, type, nullable }: Occurrence): MarkupContent | null {
  if (symbol.kind === 'column') {
    const facts = type === undefined ? null : { type, nullable: nullable ?? true };
    return describeColumn(workspace, { table: symbol.table, column: symbol.name }, facts);
  }
  const spec = symbol.kind === 'function' ? findFunction(symbol.name) : undefined;
  return spec ? describeCall(spec) : describeSymbol(workspace, symbol);
}

function describeKeyword(tokens: readonly Token[], index: number): MarkupContent | null {
  const token = tokens[index];
  const known = token?.kind === 'name' ? findKeyword(token.text.toLowerCase()) : undefined;
  if (!known || symbolOf(tokens[index + 1]) === ':' || symbolOf(tokens[index - 1]) === '.') return null;
  return markdown(prose(known.doc), codeBlock(known.example));
}

/** The description of the name, string or keyword at an offset of a file, as Markdown; null where there is none. */
export function hoverAt(workspace: Workspace, path: string, offset: number): Hover | null {
  const text = workspace.text(path);
  const script = workspace.scriptOf(path);
  if (text === undefined || !script) return null;
  const { tokens, comments } = script;
  if (comments.some(({ start, end }) => start <= offset && offset < end)) return null;
  const index = tokenAt(tokens, offset);
  const token = tokens[index];
  if (!token) return null;
  const meaning = meaningOf(workspace.occurrences(path), token);
  const contents =
    (meaning && (describeLocal(workspace, path, meaning) ?? describeMeaning(workspace, meaning))) ??
    describeByContext(workspace, path, token, symbolOf(tokens[index + 1])) ??
    describeKeyword(tokens, index);
  return contents ? { contents, range: rangeOf(token, linesOf(text)) } : null;
}
