import { type Parameters, PipelineError, type PlanValue } from '@switchboard/model';
import type { KeyProperties } from './spec.ts';

/** A declaration's parameters, read with their types checked. All throw PARAMETER_INVALID. */
export type ParameterReader = {
  text(parameter: string): string | undefined;
  requiredText(parameter: string): string;
  flag(parameter: string, fallback: boolean): boolean;
  integer(parameter: string, fallback: number): number;
  texts(parameter: string): readonly string[] | undefined;
  /** A flat object of texts, numbers and booleans, as texts. */
  record(parameter: string): Readonly<Record<string, string>>;
  oneOf<Choice extends string>(parameter: string, choices: readonly Choice[], fallback: Choice): Choice;
  refuse(parameter: string, reason: string): never;
};

/** A reader over the parameters of the declaration `name`. */
export function readParameters(name: string, parameters: Parameters): ParameterReader {
  const refuse = (parameter: string, reason: string): never => {
    throw new PipelineError('PARAMETER_INVALID', { name, parameter, reason });
  };
  const value = (parameter: string): PlanValue | undefined =>
    Object.hasOwn(parameters, parameter) ? (parameters[parameter] ?? undefined) : undefined;
  const text = (parameter: string): string | undefined => {
    const found = value(parameter);
    return found === undefined || typeof found === 'string' ? found : refuse(parameter, 'must be a string');
  };
  return {
    text,
    refuse,
    requiredText: (parameter) => text(parameter) || refuse(parameter, 'is missing'),
    flag: (parameter, fallback) => {
      const found = value(parameter) ?? fallback;
      return typeof found === 'boolean' ? found : refuse(parameter, 'must be true or false');
    },
    integer: (parameter, fallback) => {
      const found = value(parameter) ?? fallback;
      return typeof found === 'number' && Number.isSafeInteger(found) ? found : refuse(parameter, 'must be an integer');
    },
    texts: (parameter) => {
      const found = value(parameter);
      if (found === undefined) return undefined;
      const list = Array.isArray(found) ? found : [found];
      return list.map((item: PlanValue) =>
        typeof item === 'string' ? item : refuse(parameter, 'must be a list of strings'),
      );
    },
    record: (parameter) => {
      const found = value(parameter) ?? {};
      if (typeof found !== 'object' || Array.isArray(found) || found === null)
        return refuse(parameter, 'must be an object');
      return Object.fromEntries(
        Object.entries(found).map(([name_, item]: [string, PlanValue]) => [
          name_,
          item === null || typeof item === 'object'
            ? refuse(parameter, `holds no plain value in ${name_}`)
            : String(item),
        ]),
      );
    },
    oneOf: (parameter, choices, fallback) => {
      const found = text(parameter) ?? fallback;
      return choices.find((choice) => choice === found) ?? refuse(parameter, `must be one of ${choices.join(', ')}`);
    },
  };
}

/** A key's property as text; undefined when it is absent or blank. */
export function fieldText(key: KeyProperties, field: string): string | undefined {
  const found = Object.hasOwn(key.properties, field) ? key.properties[field] : undefined;
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
}
