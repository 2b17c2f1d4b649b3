import type { ParameterSpec } from '@switchboard/model/catalog';
import type { Parameters, PlanValue } from '@switchboard/model/plan';
import { type ParameterReader, readParameters } from './read-parameters.ts';

export type Description = Omit<ParameterSpec, 'name' | 'required'> & { readonly required?: boolean };
type Descriptions = Readonly<Record<string, Description>>;

/** The type of a value by its description. */
type ValueOf<D extends Description> = D extends { readonly type: 'string'; readonly allowed: readonly (infer Choice)[] }
  ? Choice
  : {
      readonly string: string;
      readonly integer: number;
      readonly number: number;
      readonly boolean: boolean;
      readonly strings: readonly string[];
      readonly integers: readonly number[];
      readonly object: { readonly [name: string]: PlanValue };
    }[D['type']];

/** The values that a reader returns: defined when required or with a default, else possibly undefined. */
export type ParameterValues<D extends Descriptions> = {
  readonly [Name in keyof D]: D[Name] extends { readonly required: true } | { readonly default: PlanValue }
    ? ValueOf<D[Name]>
    : ValueOf<D[Name]> | undefined;
};

export type ParameterSet<D extends Descriptions> = {
  /** For compiler, editor, reference and console. */
  readonly specs: readonly ParameterSpec[];
  /**
   * The values of the declaration `name`, checked, with defaults filled in; and `refuse` for what no description says.
   * Throws PARAMETER_INVALID.
   */
  read(name: string, parameters: Parameters): ParameterValues<D> & { readonly refuse: ParameterReader['refuse'] };
};

/** Describes the parameters of a connector once, for its specification and for the code that reads them. */
export function defineParameters<const D extends Descriptions>(descriptions: D): ParameterSet<D> {
  const specs = Object.entries(descriptions).map(([name, description]) => ({
    name,
    required: false,
    ...description,
  }));
  return {
    specs,
    read(name, parameters) {
      const reader = readParameters(name, parameters);
      const values = specs.map((spec) => [spec.name, reader.value(spec)]);
      return { ...Object.fromEntries(values), refuse: reader.refuse } as ReturnType<ParameterSet<D>['read']>;
    },
  };
}
