/** A value of a JSON text as `parseExactJson` gives it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

type ParseWithSource = (
  text: string,
  reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;
type RawJson = { readonly rawJSON: (source: string) => unknown; readonly isRawJSON: (value: unknown) => boolean };

/** Numbers that a double may not hold exactly. */
const LONG_NUMBER = /\d[.\d]{15,}|\d[eE][+-]?\d/;

/** A JSON text as a value. Numbers that would lose digits keep their text when written again. Throws SyntaxError. */
export function parseExactJson(text: string): Json {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as Json;
  const { rawJSON } = JSON as unknown as RawJson;
  return (JSON.parse as unknown as ParseWithSource)(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value,
  ) as Json;
}

const isRaw = (value: object): boolean => (JSON as unknown as RawJson).isRawJSON(value);

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value);

/** The text of a plain value; JSON for lists and objects, '' for null and nothing. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Some providers take names in snake_case and answer in camelCase. */
const inCamelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function member(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return /^-?\d+$/.test(name) ? items.at(Number(name)) : undefined;
  }
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const other = inCamelCase(name);
  return Object.hasOwn(value, other) ? value[other] : undefined;
}

const namesOf = (path: string): readonly string[] => (path === '.' ? [] : path.split('.'));

/** The value at a path such as `data.paging.next` or `data.-1.id`, the last one's id; undefined when there is none. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  // A name may itself hold points.
  if (isObject(value) && Object.hasOwn(value, path)) return value[path];
  return namesOf(path).reduce(member, value);
}

/** Every value at a path, in order; lists on the way are walked. */
export function valuesAt(value: Json | undefined, path: string): readonly Json[] {
  return namesOf(path)
    .reduce<readonly (Json | undefined)[]>(
      (values, name) =>
        values.flatMap((one) =>
          Array.isArray(one) ? (one as readonly Json[]).map((item) => member(item, name)) : [member(one, name)],
        ),
      [value],
    )
    .flatMap((one) => (one === undefined ? [] : Array.isArray(one) ? (one as readonly Json[]) : [one]));
}

/** A record of an answer, with the objects around it, the nearest first. */
export type FoundRecord = { readonly record: Json; readonly around: readonly JsonObject[] };

/**
 * The records at a path of an answer, such as `data.rows`, or `.` for the answer itself. Lists on the way are walked. Null when
 * there is nothing at the path, not even an empty list.
 */
export function recordsAt(answer: Json, path: string): readonly FoundRecord[] | null {
  const isFound = { value: false };
  const walk = (value: Json, names: readonly string[], around: readonly JsonObject[]): FoundRecord[] => {
    if (Array.isArray(value)) {
      if (names.length === 0 || value.length === 0) isFound.value = true;
      const items = value as readonly Json[];
      return items.flatMap((item) => (names.length === 0 ? [{ record: item, around }] : walk(item, names, around)));
    }
    const [name, ...rest] = names;
    if (name === undefined) {
      isFound.value = true;
      return [{ record: value, around }];
    }
    if (!isObject(value)) return [];
    const next = member(value, name);
    return next === undefined || next === null ? [] : walk(next, rest, [value, ...around]);
  };
  const found = walk(answer, namesOf(path), []);
  return isFound.value ? found : null;
}
