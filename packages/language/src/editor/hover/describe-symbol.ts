import type { MarkupContent } from 'vscode-languageserver-types';
import type { ScriptSymbol } from '../../check/names/occurrence.ts';
import { plainParameters } from '../../parameters/check-block.ts';
import type { AssertionNode, BundleNode, ConstantNode, UploadNode } from '../../syntax/tree/declaration-tree.ts';
import { shown } from '../../typed/types.ts';
import type { Workspace } from '../../workspace.ts';
import { describeConnector } from '../describe/describe-connector.ts';
import { describeTable } from '../describe/describe-table.ts';
import { code, codeBlock, markdown } from '../describe/markdown.ts';

/** A longer expression is cut. */
const MAX_SHOWN = 1000;

/** A stored key: its type and status. */
export function describeKey({ catalog }: Workspace, name: string): MarkupContent | null {
  const key = catalog.keys.find((each) => each.name === name || each.formerNames?.includes(name));
  return key ? markdown(`Key ${code(key.name)} of type ${code(key.type)}, ${key.status}`) : null;
}

/** A table with its columns and file. */
export function describeKnownTable(workspace: Workspace, name: string): MarkupContent | null {
  const table = workspace.table(name);
  return table ? describeTable(table, workspace.declaredIn('table', name)) : null;
}

function describeDeclaration(workspace: Workspace, kind: 'bundle' | 'upload', name: string): MarkupContent {
  const path = workspace.declaredIn(kind, name);
  const declarations = path === undefined ? [] : (workspace.scriptOf(path)?.declarations ?? []);
  const found = declarations.find(
    (each): each is BundleNode | UploadNode =>
      each.kind === kind && (each.kind === 'upload' ? (each.alias ?? each.table) : each.name).text === name,
  );
  const { type, key, test } = found ? plainParameters(found.parameters) : {};
  const connector = typeof type === 'string' ? ` ${kind === 'bundle' ? 'from' : 'to'} ${code(type)}` : '';
  const stored = typeof key === 'string' ? ` with the key ${code(key)}` : '';
  return markdown(
    `${kind === 'bundle' ? 'Bundle' : 'Upload'} ${code(name)}${connector}${stored}`,
    test !== undefined && 'It has a target of its own for test runs.',
  );
}

function describeAssertion(workspace: Workspace, name: string): MarkupContent {
  const path = workspace.declaredIn('assertion', name);
  const declarations = path === undefined ? [] : (workspace.scriptOf(path)?.declarations ?? []);
  const found = declarations.find(
    (each): each is AssertionNode => each.kind === 'assertion' && each.name.text === name,
  );
  if (!found) return markdown(`Assertion ${code(name)}`);
  const effect =
    found.severity === 'warn'
      ? 'When it fails, the uploads go on and a warning is recorded.'
      : 'When it fails, the uploads of that report date are stopped.';
  return markdown(`Assertion ${code(name)} on ${code(found.table.text)}`, effect);
}

/** A constant: its declaration as written, its type, and the file that declares it. */
function describeConstant(workspace: Workspace, name: string): MarkupContent {
  const path = workspace.declaredIn('constant', name);
  const declarations = path === undefined ? [] : (workspace.scriptOf(path)?.declarations ?? []);
  const found = declarations.find((each): each is ConstantNode => each.kind === 'constant' && each.name.text === name);
  if (path === undefined || !found) return markdown(`Constant ${code(name)}`);
  const written = workspace.text(path)?.slice(found.value.start, found.value.end) ?? '';
  const shortened = written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN)}…` : written;
  const value = workspace.constant(name);
  return markdown(
    codeBlock(`let ${name} is ${shortened};`),
    value && `Its type is ${code(shown(value.type))}.`,
    `Constant in ${code(path)}`,
  );
}

/** The description of a table, alias, declaration, connector or key; null for other and unknown symbols. */
export function describeSymbol(workspace: Workspace, symbol: ScriptSymbol): MarkupContent | null {
  switch (symbol.kind) {
    case 'table':
      return describeKnownTable(workspace, symbol.name);
    case 'alias': {
      const table = describeKnownTable(workspace, symbol.table);
      return markdown(`${code(symbol.name)} stands for ${code(symbol.table)} in this query`, table?.value);
    }
    case 'bundle':
    case 'upload':
      return describeDeclaration(workspace, symbol.kind, symbol.name);
    case 'assertion':
      return describeAssertion(workspace, symbol.name);
    case 'constant':
      return describeConstant(workspace, symbol.name);
    case 'connector': {
      const connector = workspace.catalog.connectors.find((each) => each.name === symbol.name);
      return connector ? describeConnector(connector) : null;
    }
    case 'key':
      return describeKey(workspace, symbol.name);
    default:
      return null;
  }
}
