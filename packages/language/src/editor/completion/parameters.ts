import type { ParameterSpec } from '@switchboard/model/catalog';
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Workspace } from '../../workspace.ts';
import type { BlockPlace } from '../context/blocks.ts';
import type { Word } from '../context/cursor-text.ts';
import { describeParameter, parameterType, rivalsOf } from '../describe/describe-parameter.ts';
import { parametersOf } from '../parameter-specs.ts';
import { asName, type Candidate, snippetText } from './candidate.ts';

/** A place for the value, as its type is written. */
function valueText({ type, single }: ParameterSpec): string {
  switch (type) {
    case 'string':
      return '"$1"';
    case 'strings':
      return single ? '"$1"' : '["$1"]';
    case 'integers':
      return single ? '$1' : '[$1]';
    case 'object':
      return '{ $1 }';
    default:
      return '$1';
  }
}

function rankOf(spec: ParameterSpec, own: boolean): number {
  if (spec.name === 'type') return 0;
  if (spec.required && spec.default === undefined) return spec.group === undefined ? 1 : 2;
  return own || spec.name === 'key' ? 3 : 4;
}

/** The parameters that a block may still take: the required ones first, and none whose rival it has. */
export function parameterCandidates(workspace: Workspace, block: BlockPlace, word: Word, next: string): Candidate[] {
  const all = parametersOf(block, workspace.catalog);
  const specs = all.map((each) => each.spec);
  const taken = new Set(
    specs.flatMap((spec) => (spec.group !== undefined && block.given.has(spec.name) ? [spec.group] : [])),
  );
  const left = all.filter(
    ({ spec }) => !block.given.has(spec.name) && !(spec.group !== undefined && taken.has(spec.group)),
  );
  return left.map(({ spec, own }) => {
    const { text, ...naming } = asName(spec.name, word);
    return {
      label: spec.name,
      kind: CompletionItemKind.Property,
      rank: rankOf(spec, own),
      ...naming,
      text: next === ':' ? snippetText(text) : `${snippetText(text)}: ${valueText(spec)};`,
      snippet: true,
      details: () => ({ detail: parameterType(spec), documentation: describeParameter(spec, rivalsOf(spec, specs)) }),
    };
  });
}
