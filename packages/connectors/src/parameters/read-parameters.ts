import type { ParameterSpec } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Parameters, PlanValue } from '@switchboard/model/plan';

/** A declaration's parameters, read with their types checked. All throw PARAMETER_INVALID. */
export type ParameterReader = {
  /** By a description: its default where the parameter is left out, undefined where it has none. */
  value(spec: ParameterSpec): PlanValue | undefined;
  string(parameter: string): string | undefined;
  integer(parameter: string, fallback: number): number;
  strings(parameter: string): readonly string[] | undefined;
  refuse(parameter: string, reason: string): never;
};

/** A reader over the parameters of the declaration `name`. */
export function readParameters(name: string, parameters: Parameters): ParameterReader {
  const refuse = (parameter: string, reason: string): never => {
    throw new PipelineError('PARAMETER_INVALID', { name, parameter, reason });
  };
  const given = (parameter: string): PlanValue | undefined =>
    Object.hasOwn(parameters, parameter) ? (parameters[parameter] ?? undefined) : undefined;
  const checked = (spec: Pick<ParameterSpec, 'name' | 'type'>): PlanValue | undefined => {
    const value = given(spec.name);
    const [isOfType, expected] = TYPES[spec.type];
    const listed = spec.type === 'strings' || spec.type === 'integers' ? asList(value) : value;
    return listed === undefined || isOfType(listed) ? listed : refuse(spec.name, `must be ${expected}`);
  };
  return {
    refuse,
    value(spec) {
      const value = checked(spec);
      const isMissing = value === undefined || (value === '' && spec.required);
      if (isMissing) return spec.required ? refuse(spec.name, 'is missing') : spec.default;
      const { allowed, minimum = -Infinity, maximum = Infinity } = spec;
      if (allowed !== undefined && !allowed.some((one) => one === value))
        return refuse(spec.name, `must be one of ${allowed.join(', ')}`);
      if (typeof value === 'number' && (value < minimum || value > maximum))
        return refuse(spec.name, `must be from ${minimum} to ${maximum}`);
      return value;
    },
    string: (parameter) => checked({ name: parameter, type: 'string' }) as string | undefined,
    integer: (parameter, fallback) => (checked({ name: parameter, type: 'integer' }) as number | undefined) ?? fallback,
    strings: (parameter) => checked({ name: parameter, type: 'strings' }) as readonly string[] | undefined,
  };
}

const asList = (value: PlanValue | undefined): PlanValue | undefined =>
  value === undefined || Array.isArray(value) ? value : [value];

const isListOf =
  (isItem: (value: PlanValue) => boolean) =>
  (value: PlanValue): boolean =>
    Array.isArray(value) && value.every((item: PlanValue) => isItem(item));
const isString = (value: PlanValue): boolean => typeof value === 'string';
const isInteger = (value: PlanValue): boolean => Number.isSafeInteger(value);

const TYPES: Readonly<Record<ParameterSpec['type'], readonly [(value: PlanValue) => boolean, expected: string]>> = {
  string: [isString, 'a string'],
  integer: [isInteger, 'an integer'],
  number: [Number.isFinite, 'a number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  strings: [isListOf(isString), 'a list of strings'],
  integers: [isListOf(isInteger), 'a list of integers'],
  object: [(value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object'],
};
