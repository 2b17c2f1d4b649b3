import { readFile } from 'node:fs/promises';
import type { Catalog } from '@switchboard/model';
import { UsageError } from '../exit.ts';

/** Checks a value; gives what is wrong with it, and where inside it, or null. */
type Shape = (value: unknown, at: string) => string | null;

const text: Shape = (value, at) => (typeof value === 'string' ? null : `${at} is not a string`);
const number: Shape = (value, at) => (typeof value === 'number' ? null : `${at} is not a number`);
const truth: Shape = (value, at) => (typeof value === 'boolean' ? null : `${at} is neither true nor false`);

const oneOf =
  (...allowed: readonly string[]): Shape =>
  (value, at) =>
    allowed.some((each) => each === value) ? null : `${at} is none of ${allowed.join(', ')}`;

const optional =
  (shape: Shape): Shape =>
  (value, at) =>
    value === undefined ? null : shape(value, at);

const list =
  (shape: Shape): Shape =>
  (value, at) =>
    Array.isArray(value)
      ? firstOf(value.map((item: unknown, index) => shape(item, `${at}[${index}]`)))
      : `${at} is not a list`;

const object =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at || 'it'} is not an object`;
    const given = new Map<string, unknown>(Object.entries(value));
    return firstOf(
      Object.entries(shapes).map(([name, shape]) => shape(given.get(name), at === '' ? name : `${at}.${name}`)),
    );
  };

const firstOf = (findings: readonly (string | null)[]): string | null =>
  findings.find((finding) => finding !== null) ?? null;

const PARAMETERS = list(
  object({
    name: text,
    type: oneOf('string', 'integer', 'number', 'boolean', 'strings', 'integers', 'object'),
    required: truth,
    doc: text,
    allowed: optional(list((value, at) => (text(value, at) === null ? null : number(value, at)))),
    minimum: optional(number),
    maximum: optional(number),
    single: optional(truth),
    group: optional(text),
    syntax: optional(oneOf('regex', 'pattern', 'timezone', 'datetime_pattern', 'template', 'url')),
  }),
);

const CATALOG = object({
  connectors: optional(
    list(
      object({
        name: text,
        displayName: text,
        keyTypes: list(text),
        keyRequired: truth,
        deprecated: optional(truth),
        replacement: optional(text),
        source: optional(object({ parameters: PARAMETERS })),
        destination: optional(object({ parameters: PARAMETERS, modes: list(text), shownAs: text })),
      }),
    ),
  ),
  keys: optional(
    list(object({ id: optional(text), name: text, type: text, status: oneOf('active', 'suspended', 'archived') })),
  ),
});

/** Connectors and keys from the text of a catalog file; what it leaves out is not known. Throws UsageError. */
export function parseCatalog(content: string, origin: string): Partial<Catalog> {
  const parsed = parseJson(content, origin);
  const finding = CATALOG(parsed, '');
  if (finding !== null) {
    throw new UsageError(
      `${origin} is not a catalog: ${finding}. Expected { "connectors": [ … ], "keys": [ { "name", "type", "status" } ] }.`,
    );
  }
  return parsed as Partial<Catalog>;
}

/** Reads a catalog file. Throws UsageError. */
export async function readCatalog(path: string): Promise<Partial<Catalog>> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`The catalog ${path} cannot be read.`, { cause: error });
  });
  return parseCatalog(content, path);
}

function parseJson(content: string, origin: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${origin} is not valid JSON.`, { cause: error });
  }
}
