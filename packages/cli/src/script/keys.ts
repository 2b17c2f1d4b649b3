import { readFile } from 'node:fs/promises';
import type { KeyProperties } from '@switchboard/connectors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { UsageError } from '../exit.ts';
import type { Environment } from '../terminal/terminal.ts';

/** A key as it was given on this machine: its type, and its fields by name. */
export type GivenKey = Omit<KeyProperties, 'type'> & { readonly type: string | null };

const PREFIX = 'SWITCHBOARD_KEY_';
const SHAPE = '{ "name": { "type": "…", "field": "value" } }';

/** `ads-api` -> `SWITCHBOARD_KEY_ADS_API` */
export function keyVariable(name: string): string {
  return PREFIX + name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

/** Keys by name from the text of a key file: one object a key, its fields beside its `type`. Throws UsageError. */
export function parseKeys(text: string, origin: string): ReadonlyMap<string, GivenKey> {
  const parsed = parseObject(text, origin);
  return new Map(
    Object.entries(parsed).map(([name, value]) => {
      if (!isObject(value)) throw new UsageError(`${origin}: the key ${name} is not an object. Expected ${SHAPE}.`);
      return [name, givenKey(name, value, origin)];
    }),
  );
}

/** The key that a script names, from the key file or else from its variable; null when it is given nowhere. */
export function findKey(name: string, file: ReadonlyMap<string, GivenKey>, env: Environment): GivenKey | null {
  const inFile = file.get(name);
  if (inFile) return inFile;
  const variable = keyVariable(name);
  const text = env[variable];
  return text === undefined ? null : givenKey(name, parseObject(text, variable), variable);
}

/** Reads a key file. Throws UsageError; no message ever holds a value of it. */
export async function readKeyFile(path: string | undefined): Promise<ReadonlyMap<string, GivenKey>> {
  if (path === undefined) return new Map();
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`The key file ${path} cannot be read.`, { cause: error });
  });
  return parseKeys(text, path);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseObject(text: string, origin: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text);
  if (!isObject(parsed)) throw new UsageError(`${origin} is not a JSON object. Expected ${SHAPE}.`);
  return parsed;
}

/** Undefined for what is not valid JSON. The parser's own message would quote the text, secrets included. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function givenKey(name: string, fields: Readonly<Record<string, unknown>>, origin: string): GivenKey {
  const { type, ...rest } = fields;
  if (type !== undefined && typeof type !== 'string')
    throw new UsageError(`${origin}: the type of ${name} is not a string.`);
  const properties = Object.entries(rest).map(([field, value]) => {
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    if (!isPlain)
      throw new UsageError(`${origin}: the field ${field} of ${name} is neither text, number nor true or false.`);
    return [field, value as string | number | boolean | null] as const;
  });
  const known = type ?? typeFitting(new Set(Object.keys(rest)), KEY_TYPES);
  return { name, type: known, properties: Object.fromEntries(properties) };
}

/**
 * The first type of key that has all the given fields and misses none that it requires. A provider's type is never
 * guessed: many types have the same fields, and each is bound to its hosts. A key without `hosts` has its type all the same, so that its
 * use is refused by the name of the host that it lacks.
 */
function typeFitting(fields: ReadonlySet<string>, types: readonly KeyType[]): string | null {
  const fitting = types.find(
    (type) =>
      (type.form !== 'http' || type.hosts === null) &&
      type.fields.every((field) => !field.required || field.isHostList === true || fields.has(field.name)) &&
      [...fields].every((name) => type.fields.some((field) => field.name === name)),
  );
  return fitting?.name ?? null;
}
