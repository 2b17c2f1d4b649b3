import {
  choice,
  choices,
  day,
  flag,
  invalidParameters,
  list,
  type ParameterSet,
  text,
} from '../../lib/address/url-state.ts';
import { usableRange } from '../../lib/dates.ts';
import { namesAsOptions, type Option } from './option.ts';

/**
 * One filter of a list: how it is drawn, which parameters of the address hold it, and which variables of the query it
 * sets. `Variable` are the query's variables, `Loaded` the names of option lists that are loaded from the server.
 */
export type FilterSpec<Variable extends string = string, Loaded extends string = string> =
  | SearchFilter<Variable>
  | ChoiceFilter<Variable, Loaded>
  | DaysFilter<Variable>
  | ComparisonFilter<Variable>
  | FlagFilter<Variable>
  | LinkFilter<Variable>;

/** A pinned filter is always drawn; any other only while it is set, and is added by "Filter". */
type Pinnable = { readonly pinned?: boolean };

type SearchFilter<Variable> = {
  readonly kind: 'search';
  readonly parameter: string;
  readonly variable: Variable;
  readonly placeholder: string;
};

/** Any number of values from a list. */
export type ChoiceFilter<Variable, Loaded> = Pinnable & {
  readonly kind: 'choices';
  readonly label: string;
  readonly parameter: string;
  readonly variable: Variable;
  /** The options, or the name under which they are loaded. */
  readonly options: readonly Option[] | Loaded;
  /** The values that the address may hold; by default those of the options, and any value when options are loaded. */
  readonly accepts?: readonly string[];
  /** A chip for each option instead of a menu: for a few options. */
  readonly drawnAs?: 'chips';
  /** Maps the chosen values to the variable; by default they are sent as they are. */
  readonly toVariable?: (values: readonly string[]) => readonly string[] | null;
};

/** A range of days, both ends included. Half a range does not filter. */
export type DaysFilter<Variable> = Pinnable & {
  readonly kind: 'days';
  readonly label: string;
  readonly start: string;
  readonly end: string;
  readonly after: Variable;
  readonly before: Variable;
  /** The range is sent with the time of its last second, for a list that filters by instants. */
  readonly toLastSecond?: true;
  /** The last days that the calendar proposes while nothing is chosen. */
  readonly proposedDays?: number;
};

export const COMPARISONS = ['contains', 'equals', 'startsWith'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A text and how it is compared: the whole, a part, or the start. The variable is an object such as `{ contains: text }`. */
type ComparisonFilter<Variable> = Pinnable & {
  readonly kind: 'comparison';
  readonly label: string;
  readonly parameter: string;
  /** Holds how the text is compared. */
  readonly comparison: string;
  readonly variable: Variable;
};

type FlagFilter<Variable> = Pinnable & {
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

/** A filter that a person can set: not the search field, nor a value that only links set. */
export type SettableFilter = Exclude<FilterSpec, { readonly kind: 'search' | 'link' }>;

export const isSettable = (spec: FilterSpec): spec is SettableFilter => spec.kind !== 'search' && spec.kind !== 'link';

/** Option lists by name, as loaded from the server. */
export type LoadedOptions = {
  readonly names: Readonly<Record<string, readonly string[] | undefined>>;
  readonly loading: boolean;
};

/** The options of a filter, as far as they are loaded. */
export function optionsOf({ options }: ChoiceFilter<string, string>, loaded: LoadedOptions): readonly Option[] {
  return typeof options === 'string' ? namesAsOptions(loaded.names[options]) : options;
}

export type FilterValues = Readonly<Record<string, unknown>>;

/** Some values of filters, or a function that makes them from the newest ones. */
export type FilterChange = (patch: FilterValues | ((values: FilterValues) => FilterValues)) => void;

/** The filters of a list, and how the address holds and changes them. */
export type Filters = {
  readonly specs: readonly FilterSpec[];
  readonly values: FilterValues;
  readonly onChange: FilterChange;
  readonly loaded: LoadedOptions;
};

/** The change that adds a value to a filter, or removes it, whatever else was chosen meanwhile. */
export function toggleValue(parameter: string, value: string, isSelected: boolean) {
  return (values: FilterValues): FilterValues => {
    const others = listValue(values, parameter).filter((other) => other !== value);
    return { [parameter]: isSelected ? [...others, value] : others };
  };
}

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
    case 'comparison':
      return { [spec.parameter]: text, [spec.comparison]: choice(COMPARISONS, 'contains') };
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

/**
 * The filter parameters of the address that hold no value: not an allowed one, or a range that ends before it starts.
 * @param today yyyy-MM-dd; a range that starts later holds no value
 */
export function invalidFilterParameters(
  specs: readonly FilterSpec[],
  search: URLSearchParams,
  today: string,
): readonly string[] {
  const invalid = new Set(invalidParameters(filterParameters(specs), search));
  for (const spec of specs) {
    if (spec.kind !== 'days') continue;
    const [start, end] = [day.read(search.get(spec.start)), day.read(search.get(spec.end))];
    if (start !== null && end !== null && usableRange(start, end, today) === null)
      invalid.add(spec.start).add(spec.end);
  }
  return [...invalid];
}

/** Returns the key of a filter, unique in its list. */
export const keyOf = (spec: FilterSpec): string => (spec.kind === 'days' ? spec.start : spec.parameter);

/** Whether the address sets a filter; half a range sets none. */
export function isFilterSet(spec: FilterSpec, values: FilterValues): boolean {
  if (spec.kind === 'days') return isSet(values[spec.start]) && isSet(values[spec.end]);
  return isSet(values[spec.parameter]);
}

export function narrowing(specs: readonly FilterSpec[], values: FilterValues): Narrowing {
  const set = specs.filter((spec) => isFilterSet(spec, values));
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
export const comparisonValue = (values: FilterValues, name: string): Comparison =>
  (values[name] ?? 'contains') as Comparison;
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
        variables[spec.before] =
          range !== null && spec.toLastSecond === true ? `${range.end}T23:59:59Z` : (range?.end ?? null);
        break;
      }
      case 'comparison': {
        const wanted = textValue(values, spec.parameter);
        variables[spec.variable] = wanted === '' ? null : { [comparisonValue(values, spec.comparison)]: wanted };
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
