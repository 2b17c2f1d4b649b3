import { type KeyProblem, keyProblem } from '@switchboard/model/key-types/key-problems';
import type { KeyField, KeyType, KeyValues } from '@switchboard/model/key-types/key-type';
import { badRequest } from '../../../graphql/request-error.ts';

const MAX_PROPERTIES = 100;
/** Characters of a value. Of several lines: enough for a chain of certificates or a service account. */
const MAX_TEXT = 4_000;
const MAX_LINES = 65_536;
/** Placeholder of a stored secret in the console, and of a typed one in a browser. */
const MASK = /^[•●*]{4,}$/u;

/**
 * Reads the argument `properties`.
 * @throws RequestError BAD_REQUEST for anything but an object of texts, numbers, true, false and null
 */
export function readProperties(given: unknown): KeyValues | null {
  if (given === null || given === undefined) return null;
  if (typeof given !== 'object' || Array.isArray(given)) throw badRequest('properties must be an object.');
  const entries = Object.entries(given);
  if (entries.length > MAX_PROPERTIES) throw badRequest(`properties has at most ${MAX_PROPERTIES} names.`);
  for (const [name, value] of entries)
    if (value !== null && !['string', 'number', 'boolean'].includes(typeof value))
      throw badRequest(`properties.${name.slice(0, 100)} must be a text, a number, true, false or null.`);
  return Object.fromEntries(entries);
}

/** Values as they are stored: texts trimmed, numbers and flags as such, null for what is empty. */
export function normalizeProperties(type: KeyType, given: KeyValues): KeyValues {
  const fields = new Map(type.fields.map((field) => [field.name, field]));
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, normal(fields.get(name), value)]));
}

function normal(field: KeyField | undefined, value: KeyValues[string]): KeyValues[string] {
  if (typeof value !== 'string') return value ?? null;
  const text = value.trim();
  if (text === '') return null;
  switch (field?.kind) {
    // Keys and certificates keep their last line break.
    case 'lines':
      return value;
    case 'number':
      return /^\d{1,9}$/.test(text) ? Number(text) : text;
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

/**
 * Returns the problems that prevent storing the given values, besides those that the description of the type states.
 */
export function unstorable(type: KeyType, given: KeyValues): readonly KeyProblem[] {
  return type.fields.flatMap((field) => {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : null;
    if (typeof value !== 'string') return [];
    const longest = field.kind === 'lines' ? MAX_LINES : MAX_TEXT;
    if (value.length > longest) return [keyProblem('value_too_long', field, String(longest))];
    if (field.secret === true && MASK.test(value)) return [keyProblem('masked_secret', field)];
    // PostgreSQL has neither the NUL character nor half of a surrogate pair.
    return value.includes('\0') || !value.isWellFormed() ? [keyProblem('text_not_valid', field)] : [];
  });
}
