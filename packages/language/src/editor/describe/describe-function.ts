import type { MarkupContent } from 'vscode-languageserver-types';
import type { FunctionSpec } from '../../functions/function-spec.ts';
import { codeBlock, markdown, prose } from './markdown.ts';

const KINDS: Readonly<Record<FunctionSpec['kind'], string>> = {
  scalar: '',
  aggregate: 'Folds the rows of a group.',
  window: 'Needs over (…).',
  rows: 'Makes several rows of one.',
};

/** The description of a function, with an example. */
export function describeFunction({ doc, example, kind }: FunctionSpec): MarkupContent {
  return markdown(prose(`${doc} ${KINDS[kind]}`.trim()), codeBlock(example));
}

/** A function with its signature. */
export function describeCall(spec: FunctionSpec): MarkupContent {
  return markdown(codeBlock(`${spec.name}${spec.signature}`), describeFunction(spec).value);
}
