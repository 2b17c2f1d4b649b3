import type { ParameterSpec } from '@switchboard/model/catalog';
import type { PlanValue } from '@switchboard/model/plan';
import type { MarkupContent } from 'vscode-languageserver-types';
import { code, markdown, prose } from './markdown.ts';

const MAX_VALUES = 12;

function range({ minimum, maximum }: ParameterSpec): string {
  if (minimum === undefined && maximum === undefined) return '';
  if (minimum === undefined) return `, at most ${maximum}`;
  return maximum === undefined ? `, at least ${minimum}` : `, ${minimum} to ${maximum}`;
}

/** `integer, 1 to 24`; `strings or one of them, required` */
export function parameterType(spec: ParameterSpec): string {
  const single = spec.single ? ', or one alone' : '';
  return `${spec.type}${single}${range(spec)}${spec.required ? ', required' : ''}`;
}

function shown(value: PlanValue): string {
  return JSON.stringify(value);
}

/** The description of a parameter, its default and its values. `rivals` are the parameters that it excludes. */
export function describeParameter(spec: ParameterSpec, rivals: readonly string[] = []): MarkupContent {
  const { allowed, default: usual } = spec;
  const values = allowed
    ?.slice(0, MAX_VALUES)
    .map((value) => code(shown(value)))
    .join(', ');
  const rest = (allowed?.length ?? 0) > MAX_VALUES ? ', …' : '';
  return markdown(
    prose(spec.doc),
    usual !== undefined && `Default: ${code(shown(usual))}`,
    values !== undefined && `One of ${values}${rest}`,
    rivals.length > 0 && `Not together with ${rivals.map(code).join(', ')}`,
  );
}

/** The other parameters of the group of one. */
export function rivalsOf(spec: ParameterSpec, all: readonly ParameterSpec[]): string[] {
  if (spec.group === undefined) return [];
  return all.filter((each) => each.group === spec.group && each.name !== spec.name).map((each) => each.name);
}
