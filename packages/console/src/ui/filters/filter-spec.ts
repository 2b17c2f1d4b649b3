import { usableRange } from '../../lib/dates.ts';
import { choices, day, flag, list, type ParameterSet, text } from '../../lib/url-state.ts';
import type { Option } from './choice-chip.tsx';

/**
 * One filter of a list: how it is drawn, which parameters of the address hold it, and which variables of the query it
 * sets. `Variable` are the query's variables, `Loaded` the names of option lists that are loaded from the server.
 */
export type FilterSpec<Variable extends string = string, Loaded extends string = string> =
  | SearchFilter<Variable>
  | ChoiceFilter<Variable, Loaded>
  | DaysFilter<Variable>
  | FlagFilter<Variable>
  | LinkFilter<Variable>;

type SearchFilter<Variable> = {
  readonly kind: 'search';
  readonly parameter: string;
  readonly variable: Variable;
  readonly placeholder: string;
};

/** Any number of values from a list. */
export type ChoiceFilter<Variable, Loaded> = {
  readonly kind: 'choices';
  readonly label: string;
  readonly parameter: string;
  readonly variable: Variable;
  /** The options, or the name under which they are loaded. */
  readonly options: readonly Option[] | Loaded;
  /** The values that the address may hold; by default those of the options, and any value when options are loaded. */
  readonly accepts?: readonly string[];
  /** Maps the chosen values to the variable; by default they are sent as they are. */
  readonly toVariable?: (values: readonly string[]) => readonly string[] | null;
};

/** A range of days, both ends included. Half a range does not filter. */
export type DaysFilter<Variable> = {
  readonly kind: 'days';
  readonly label: string;
  readonly start: string;
  readonly end: string;
  readonly after: Variable;
  readonly before: Variable;
};

type FlagFilter<Variable> = {
  readonly kind: 'flag';
  readonly label: string;
  readonly parameter: string;
  readonly variable: Variable;
};

/** A value that only links set; drawn only while it is set. */
type LinkFilter<Variable> = {
  readonly kind: 'link';
  readonly label: string;
  readonly parameter: string;
  readonly variable: Variable;
  /** The variable is a list, to which this filter adds its value. */
  readonly isList?: boolean;
};

export type FilterValues = Readonly<Record<string, unknown>>;

/** Whether a list is narrowed: not at all, by a search word alone, or by filters. */
export type Narrowing = 'none' | 'search' | 'filter';

/** How the address holds the filters. */
export function filterParameters(specs: readonly FilterSpec[]): ParameterSet {
  return Object.assign({}, ...specs.map(parametersOf)) as ParameterSet;
}

function parametersOf(spec: FilterSpec): ParameterSet {
  switch (spec.kind) {
    case 'search':
    case 'link':
      return { [spec.parameter]: text };
    case 'choices': {
      const accepted =
        spec.accepts ?? (typeof spec.options === 'string' ? null : spec.options.map((option) => option.value));
      return { [spec.parameter]: accepted === null ? list : choices(accepted) };
    }
    case 'days':
      return { [spec.start]: day, [spec.end]: day };
    case 'flag':
      return { [spec.parameter]: flag };
  }
}

/** The change of the address that clears every filter. */
export function clearedFilters(specs: readonly FilterSpec[]): FilterValues {
  return Object.fromEntries(
    Object.entries(filterParameters(specs)).map(([name, parameter]) => [name, parameter.read(null)]),
  );
}

export function narrowing(specs: readonly FilterSpec[], values: FilterValues): Narrowing {
  const set = specs.filter((spec) => Object.keys(parametersOf(spec)).some((name) => isSet(values[name])));
  if (set.length === 0) return 'none';
  return set.every((spec) => spec.kind === 'search') ? 'search' : 'filter';
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== undefined && value !== '' && value !== false;
}

export const textValue = (values: FilterValues, name: string): string => (values[name] ?? '') as string;
export const listValue = (values: FilterValues, name: string): readonly string[] =>
  (values[name] ?? []) as readonly string[];
export const dayValue = (values: FilterValues, name: string): string | null => (values[name] ?? null) as string | null;

/**
 * The query's variables; null where a filter is not set.
 * @param today yyyy-MM-dd; ranges end on it at the latest
 */
export function filterVariables<Variable extends string>(
  specs: readonly FilterSpec<Variable>[],
  values: FilterValues,
  today: string,
): Partial<Record<Variable, unknown>> {
  const variables: Partial<Record<Variable, unknown>> = {};
  for (const spec of specs) {
    switch (spec.kind) {
      case 'search':
        variables[spec.variable] = textValue(values, spec.parameter) || null;
        break;
      case 'choices': {
        const chosen = listValue(values, spec.parameter);
        variables[spec.variable] = chosen.length === 0 ? null : [...(spec.toVariable?.(chosen) ?? chosen)];
        break;
      }
      case 'days': {
        const range = usableRange(dayValue(values, spec.start), dayValue(values, spec.end), today);
        variables[spec.after] = range?.start ?? null;
        variables[spec.before] = range?.end ?? null;
        break;
      }
      case 'flag':
        variables[spec.variable] = values[spec.parameter] === true ? true : null;
        break;
      case 'link': {
        const value = textValue(values, spec.parameter);
        if (spec.isList !== true) variables[spec.variable] = value || null;
        else if (value !== '') {
          const others = (variables[spec.variable] ?? []) as readonly string[];
          variables[spec.variable] = [...new Set([value, ...others])];
        }
      }
    }
  }
  return variables;
}
