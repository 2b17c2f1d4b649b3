import type { ParameterInformation, SignatureHelp, SignatureInformation } from 'vscode-languageserver-types';
import { findFunction } from '../functions/registry.ts';
import { type ParameterSignature, readSignature } from '../functions/signature.ts';
import { findQueryForm } from '../query-forms/registry.ts';
import type { Frame } from '../query-forms/select/select-reader.ts';
import { bracketedAt } from '../query-forms/set-operation/bracketed-at-cursor.ts';
import { symbolOf, wordOf } from '../syntax/tokens/token-shape.ts';
import type { Token } from '../syntax/tokens/tokens.ts';
import type { Workspace } from '../workspace.ts';
import { type CursorText, readCursor } from './context/cursor-text.ts';
import { describeFunction } from './describe/describe-function.ts';
import { describeParameterType, describeType } from './describe/describe-type.ts';
import { markdown, prose } from './describe/markdown.ts';

type Call = { readonly name: string; readonly argument: number };

/** The brackets that are open at the cursor in the expressions of a table. */
function framesAt({ before }: CursorText): readonly Frame[] {
  if (wordOf(before[0]) !== 'table' || wordOf(before[2]) !== 'is') return [];
  const open = bracketedAt(before.slice(3));
  return typeof open === 'string' ? [] : (findQueryForm(wordOf(open[0]))?.framesAt(open.slice(1)) ?? []);
}

/** The type whose arguments are being given: `decimal(18, …`. */
function typeAt(before: readonly Token[]): Call | null {
  const open = before.findLastIndex((token) => symbolOf(token) === '(');
  const inside = before.slice(open + 1);
  if (open < 2 || inside.some((token) => token.kind !== 'number' && token.kind !== 'string' && symbolOf(token) !== ','))
    return null;
  const previous = before[open - 2];
  const typed = [':', '['].includes(symbolOf(previous)) || wordOf(previous) === 'as';
  return typed
    ? { name: wordOf(before[open - 1]), argument: inside.filter((token) => symbolOf(token) === ',').length }
    : null;
}

/** The text of a signature with the place of each parameter in it. */
function signatureText(
  name: string,
  parameters: readonly ParameterSignature[],
  result: string,
): { label: string; parameters: ParameterInformation[] } {
  let label = `${name}(`;
  const places = parameters.map((parameter, index): ParameterInformation => {
    if (index > 0) label += ', ';
    const start = label.length;
    label += `${parameter.rest ? '...' : ''}${parameter.name}${parameter.optional && !parameter.rest ? '?' : ''}: ${parameter.type}`;
    const doc = describeParameterType(parameter.type);
    return { label: [start, label.length], ...(doc === undefined ? {} : { documentation: markdown(prose(doc)) }) };
  });
  label += result === '' ? ')' : `): ${result}`;
  return { label, parameters: places };
}

/** The parameter that an argument is for; the number of all of them when there are too many arguments. */
function activeAt(parameters: readonly ParameterSignature[], argument: number): number {
  const rest = parameters.findIndex((parameter) => parameter.rest);
  if (rest >= 0) return Math.min(argument, rest);
  return Math.min(argument, parameters.length);
}

function help(signature: SignatureInformation, active: number): SignatureHelp {
  return { signatures: [{ ...signature, activeParameter: active }], activeSignature: 0, activeParameter: active };
}

function plain(name: string, type: string, optional = false): ParameterSignature {
  return { name, type, optional, rest: false };
}

const TYPES: Readonly<Record<string, readonly ParameterSignature[]>> = {
  decimal: [plain('precision', 'digits', true), plain('scale', 'digits', true)],
  date: [plain('format', 'format', true)],
  datetime: [plain('format', 'format', true)],
};
const COLUMNS = [plain('pattern', 'regex')];

function helpOfType({ name, argument }: Call): SignatureHelp | null {
  const parameters = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (!parameters) return null;
  const documentation = markdown(prose(describeType(name) ?? ''));
  return help({ ...signatureText(name, parameters, ''), documentation }, activeAt(parameters, argument));
}

function helpOfCast(name: string, frame: Frame): SignatureHelp {
  const label = `${name}(value as type)`;
  const start = name.length + 1;
  const parameters: ParameterInformation[] = [{ label: [start, start + 5] }, { label: [start + 9, start + 13] }];
  const typed = frame.expect === 'type' || frame.expect === 'nothing';
  const doc = name === 'cast' ? 'Converts to a type.' : 'Converts to a type; null when a value cannot be.';
  return help({ label, parameters, documentation: markdown(prose(doc)) }, typed ? 1 : 0);
}

/** The call around an offset of a file: its signature and the parameter being written. Null outside calls. */
export function signatureHelpAt(workspace: Workspace, path: string, offset: number): SignatureHelp | null {
  const cursor = readInside(workspace, path, offset);
  if (!cursor) return null;
  const type = typeAt(cursor.before);
  if (type) return helpOfType(type);
  const frame = framesAt(cursor).findLast(({ kind }) => kind === 'call' || kind === 'cast');
  if (!frame) return null;
  if (frame.kind === 'cast') return helpOfCast(frame.name, frame);
  if (frame.name.toLowerCase() === 'columns')
    return help(
      { ...signatureText('columns', COLUMNS, ''), documentation: markdown(prose('All columns whose names match.')) },
      0,
    );
  const spec = findFunction(frame.name.toLowerCase());
  if (!spec) return null;
  const { parameters, result } = readSignature(spec.signature);
  const documentation = describeFunction(spec);
  return help({ ...signatureText(spec.name, parameters, result), documentation }, activeAt(parameters, frame.argument));
}

/** Like `readCursor`, but a cursor inside a number is moved before it, because the number is an argument too. */
function readInside(workspace: Workspace, path: string, offset: number): CursorText | null {
  const number = workspace
    .scriptOf(path)
    ?.tokens.find(({ kind, start, end }) => kind === 'number' && start < offset && offset <= end);
  return readCursor(workspace, path, number?.start ?? offset);
}
