import { LIMITS } from '@switchboard/model/limits';

/** How one query parameter of the address is read and written. Defaults are left out. */
export type Parameter<T> = {
  read(text: string | null): T;
  /** Returns null to leave the parameter out. */
  write(value: T): string | null;
  /** Whether a text of the address is a value. By default each text is. */
  isValid?(text: string): boolean;
};
export type ParameterSet = Readonly<Record<string, Parameter<unknown>>>;
export type Values<P extends ParameterSet> = { readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

/** Whether the server can search for a text. PostgreSQL has no NUL character. */
const isSearchable = (value: string): boolean => value.length <= LIMITS.filterTextLength && !value.includes('\0');

/** Free text; empty is the default. */
export const text: Parameter<string> = {
  read: (value) => (value !== null && isSearchable(value.trim()) ? value.trim() : ''),
  write: (value) => value.trim() || null,
  isValid: (value) => isSearchable(value.trim()),
};

/** One of the allowed values; any other value reads as the default. */
export function choice<T extends string>(allowed: readonly T[], fallback: T): Parameter<T> {
  return {
    read: (value) => allowed.find((candidate) => candidate === value) ?? fallback,
    write: (value) => (value === fallback ? null : value),
    isValid: (value) => allowed.some((candidate) => candidate === value),
  };
}

const escapeItem = (item: string): string => item.replaceAll('\\', '\\\\').replaceAll(',', '\\,');

function splitItems(value: string): string[] {
  const items: string[] = [];
  let item = '';
  for (let index = 0; index < value.length; index += 1) {
    const character = value[index] ?? '';
    if (character === '\\' && index + 1 < value.length) {
      index += 1;
      item += value[index] ?? '';
    } else if (character === ',') {
      items.push(item);
      item = '';
    } else item += character;
  }
  items.push(item);
  return [...new Set(items.filter((entry) => entry !== ''))];
}

/** A comma-separated list; a comma inside an item is escaped by a backslash. */
export const list: Parameter<readonly string[]> = {
  read: (value) => (value === null ? [] : splitItems(value).filter(isSearchable)),
  write: (value) => (value.length === 0 ? null : value.map(escapeItem).join(',')),
  isValid: (value) => splitItems(value).every(isSearchable),
};

/** A comma-separated list; items that are not allowed are ignored. */
export function choices<T extends string>(allowed: readonly T[]): Parameter<readonly T[]> {
  return {
    read: (value) => allowed.filter((candidate) => list.read(value).includes(candidate)),
    write: (value) => list.write(value),
    isValid: (value) => splitItems(value).every((item) => allowed.some((candidate) => candidate === item)),
  };
}

/** The calendar has no year 0. */
function isDay(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A calendar day as yyyy-MM-dd, or null. */
export const day: Parameter<string | null> = {
  read: (value) => (value !== null && isDay(value) ? value : null),
  write: (value) => value,
  isValid: isDay,
};

export const flag: Parameter<boolean> = {
  read: (value) => value === 'true',
  write: (value) => (value ? 'true' : null),
  isValid: (value) => value === 'true' || value === 'false',
};

/** Reads the values of all parameters from the address's query. */
export function readState<P extends ParameterSet>(parameters: P, search: URLSearchParams): Values<P> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(search.get(name))]),
  ) as Values<P>;
}

/** The parameters of the address whose text is not a value. An empty text counts as absent. */
export function invalidParameters(parameters: ParameterSet, search: URLSearchParams): string[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const value = search.get(name) ?? '';
    return value === '' || (parameter.isValid?.(value) ?? true) ? [] : [name];
  });
}

/**
 * Returns a copy of the query with some values changed. Other parameters are kept.
 * @param clear removes all parameters that begin with this prefix, before the values are written
 */
export function writeState<P extends ParameterSet>(
  parameters: P,
  search: URLSearchParams,
  patch: Partial<Values<P>>,
  clear?: string,
): URLSearchParams {
  const next = new URLSearchParams(search);
  if (clear !== undefined) for (const name of [...next.keys()]) if (name.startsWith(clear)) next.delete(name);
  for (const [name, value] of Object.entries(patch)) {
    const written = value === undefined ? null : (parameters[name]?.write(value) ?? null);
    if (written === null) next.delete(name);
    else next.set(name, written);
  }
  return next;
}
