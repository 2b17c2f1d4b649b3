import type { MarkupContent } from 'vscode-languageserver-types';
import { findFunction } from '../../functions/registry.ts';
import type { ExpressionPlace } from '../../query-forms/query-context.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import type { Workspace } from '../../workspace.ts';
import { outerTables, type SeenTable, seenTables } from '../completion/columns.ts';
import type { BlockPlace } from '../context/blocks.ts';
import { contextOf } from '../context/context.ts';
import { readCursor } from '../context/cursor-text.ts';
import { describeConnector } from '../describe/describe-connector.ts';
import { describeCall } from '../describe/describe-function.ts';
import { describeParameter, parameterType, rivalsOf } from '../describe/describe-parameter.ts';
import { describeType } from '../describe/describe-type.ts';
import { codeBlock, markdown, prose } from '../describe/markdown.ts';
import { connectorOf, parametersOf } from '../parameter-specs.ts';
import { describeColumn } from './describe-column.ts';
import { describeLocalColumn } from './describe-local.ts';
import { describeKey, describeKnownTable } from './describe-symbol.ts';

function parameter(workspace: Workspace, block: BlockPlace, name: string): MarkupContent | null {
  const specs = parametersOf(block, workspace.catalog).map((each) => each.spec);
  const spec = specs.find((each) => each.name === name);
  if (!spec) return null;
  const { value: text } = describeParameter(spec, rivalsOf(spec, specs));
  return markdown(codeBlock(`${spec.name}: ${parameterType(spec)}`), text);
}

function value(workspace: Workspace, name: string, text: string): MarkupContent | null {
  if (name === 'key') return describeKey(workspace, text);
  const connector = name === 'type' ? connectorOf(text, workspace.catalog) : undefined;
  return connector ? describeConnector(connector) : null;
}

/** The table of the query whose column a name is: the one before its dot, else the first that has it. */
function ownerOf(tables: readonly SeenTable[], { chain }: ExpressionPlace, name: string): SeenTable | undefined {
  if (chain.length > 1) return undefined;
  const [alias = null] = chain;
  return tables.find(
    (seen) => (alias === null || seen.alias === alias) && seen.table.columns.some((column) => column.name === name),
  );
}

function operand(workspace: Workspace, place: ExpressionPlace, token: Token, next: string): MarkupContent | null {
  const spec = token.kind === 'name' && next === '(' ? findFunction(token.text) : undefined;
  if (spec) return describeCall(spec);
  if (token.quote === "'") return null;
  const own = seenTables(workspace, place.sources);
  const tables = [...own, ...outerTables(workspace, place, own)];
  const owner = ownerOf(tables, place, token.text);
  const local = owner?.isLocal ? owner.table.columns.find(({ name }) => name === token.text) : undefined;
  if (owner && local) return describeLocalColumn(owner.alias, local);
  if (owner) return describeColumn(workspace, { table: owner.table.name, column: token.text }, null);
  const seen = place.chain.length === 0 ? tables.find(({ alias }) => alias === token.text) : undefined;
  return seen && !seen.isLocal ? describeKnownTable(workspace, seen.table.name) : null;
}

/** The meaning of a token by its context, for unfinished text that the checker cannot resolve. */
export function describeByContext(
  workspace: Workspace,
  path: string,
  token: Token,
  next: string,
): MarkupContent | null {
  const cursor = readCursor(workspace, path, token.start);
  if (!cursor) return null;
  const context = contextOf(cursor);
  switch (context.kind) {
    case 'parameter-name':
      return parameter(workspace, context.block, token.text);
    case 'parameter-value':
      return value(workspace, context.name, token.text);
    case 'type': {
      const described = describeType(token.text.toLowerCase());
      return described === undefined ? null : markdown(codeBlock(token.text), prose(described));
    }
    case 'tables':
    case 'uploaded':
      return describeKnownTable(workspace, token.text);
    case 'expression': {
      const { expect } = context.place.frame;
      return expect === 'operand' || expect === 'member' ? operand(workspace, context.place, token, next) : null;
    }
    default:
      return null;
  }
}
