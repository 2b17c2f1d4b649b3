import type { ColumnType } from '@switchboard/model/schema';
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { FunctionSpec } from '../../functions/function-spec.ts';
import { FUNCTIONS, findFunction } from '../../functions/registry.ts';
import { type ParameterSignature, readSignature } from '../../functions/signature.ts';
import { UNITS } from '../../functions/time.ts';
import type { ExpressionPlace } from '../../query-forms/query-context.ts';
import { isNumeric, isScalar } from '../../typed/types.ts';
import type { Word } from '../context/cursor-text.ts';
import { describeFunction } from '../describe/describe-function.ts';
import { timezones } from '../timezones.ts';
import { asText, type Candidate, snippetText } from './candidate.ts';
import { formatCandidates } from './types.ts';

/** The parameter of a function for which the cursor gives a value. */
export function parameterAt({ frame }: ExpressionPlace): ParameterSignature | undefined {
  const spec = frame.kind === 'call' ? findFunction(frame.name.toLowerCase()) : undefined;
  if (!spec) return undefined;
  const { parameters } = readSignature(spec.signature);
  return parameters[frame.argument] ?? parameters.findLast((parameter) => parameter.rest);
}

/** Whether a parameter accepts a column of a type without a conversion. */
export function suitsParameter(parameter: ParameterSignature | undefined, type: ColumnType): boolean {
  switch (parameter?.type) {
    case undefined:
    case 'any':
    case 'T':
      return true;
    case 'number':
      return isNumeric(type);
    case 'moment':
      return type.kind === 'date' || type.kind === 'datetime';
    case 'clock':
      return type.kind === 'datetime' || type.kind === 'time';
    case 'scalar':
      return isScalar(type);
    case '[T]':
      return type.kind === 'list';
    case '[string]':
      return type.kind === 'list' && type.element.kind === 'string';
    case '[number]':
      return type.kind === 'list' && isNumeric(type.element);
    case '[[T]]':
      return type.kind === 'list' && type.element.kind === 'list';
    case 'float':
      return isNumeric(type);
    default:
      return type.kind === parameter?.type;
  }
}

/** Texts that a parameter takes as constants; null when it takes any value. */
export function constantCandidates(parameter: ParameterSignature | undefined, word: Word): Candidate[] | null {
  const constants = (values: readonly string[], kind: CompletionItemKind): Candidate[] =>
    values.map((label) => ({ label, kind, rank: 0, ...asText(label, word, "'") }));
  switch (parameter?.type) {
    case 'unit':
      return constants(UNITS, CompletionItemKind.Unit);
    case 'zone':
      return constants(timezones(), CompletionItemKind.Value);
    case 'format':
      return formatCandidates(word, "'");
    case 'path':
      return constants(['$.name', '$.items[0]'], CompletionItemKind.Value);
    case 'regex':
    case 'digits':
    case 'group':
    case 'position':
    case 'positive':
    case 'fraction':
      return [];
    default:
      return null;
  }
}

/** A call with places for its arguments. */
function callText(spec: FunctionSpec, called: boolean): string {
  if (called) return snippetText(spec.name);
  const { parameters } = readSignature(spec.signature);
  const call = `${spec.name}(${parameters.length > 0 ? '$1' : ''})`;
  return spec.kind === 'window' ? `${call} over (order by $2)$0` : `${call}$0`;
}

/** Functions that may be called at a place: aggregates not in conditions on single rows, nor in one another. */
export function functionCandidates(place: ExpressionPlace, ranks: { scalar: number; aggregate: number }): Candidate[] {
  const { clause, frames, next } = place;
  const within = frames.some(
    (frame) => frame.kind === 'call' && findFunction(frame.name.toLowerCase())?.kind === 'aggregate',
  );
  const rowwise = clause === 'where' || clause === 'on' || clause === 'group';
  const windowed = frames.some((frame) => frame.kind === 'over');
  const top = frames.length === 1;
  return FUNCTIONS.flatMap((spec): Candidate[] => {
    if (spec.kind === 'aggregate' && (rowwise || within)) return [];
    if (spec.kind === 'window' && (rowwise || within || windowed)) return [];
    if (spec.kind === 'rows' && !(top && clause === 'items')) return [];
    return [
      {
        label: spec.name,
        kind: CompletionItemKind.Function,
        rank: spec.kind === 'aggregate' ? ranks.aggregate : spec.kind === 'scalar' ? ranks.scalar : ranks.scalar + 1,
        text: callText(spec, next === '('),
        snippet: true,
        details: () => ({ detail: `${spec.name}${spec.signature}`, documentation: describeFunction(spec) }),
      },
    ];
  });
}
