import type { KeyValues } from '@switchboard/model/key-types/key-type';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** `properties` of a key. Anything but a value of a field is left out. */
export function toProperties(properties: unknown): KeyValues {
  if (!isRecord(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, string | number | boolean][] =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [],
    ),
  );
}

/** `properties_exist` of a key: the names of the secrets that are stored. */
export function storedNames(exist: unknown): ReadonlySet<string> {
  return new Set(isRecord(exist) ? Object.keys(exist).filter((name) => exist[name] === true) : []);
}
