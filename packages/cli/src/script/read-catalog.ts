import { readFile } from 'node:fs/promises';
import type { Catalog } from '@switchboard/model/catalog';
import { z } from 'zod';
import { UsageError } from '../exit.ts';

const PARAMETERS = z.array(
  z.looseObject({
    name: z.string(),
    type: z.enum(['string', 'integer', 'number', 'boolean', 'strings', 'integers', 'object']),
    required: z.boolean(),
    doc: z.string(),
    allowed: z.array(z.union([z.string(), z.number()])).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    single: z.boolean().optional(),
    group: z.string().optional(),
    syntax: z.enum(['regex', 'pattern', 'timezone', 'datetime_pattern', 'template', 'url']).optional(),
  }),
);

const CATALOG = z.looseObject({
  connectors: z
    .array(
      z.looseObject({
        name: z.string(),
        displayName: z.string(),
        keyTypes: z.array(z.string()),
        keyRequired: z.boolean(),
        deprecated: z.boolean().optional(),
        replacement: z.string().optional(),
        source: z.looseObject({ parameters: PARAMETERS }).optional(),
        destination: z
          .looseObject({ parameters: PARAMETERS, modes: z.array(z.string()), shownAs: z.string() })
          .optional(),
      }),
    )
    .optional(),
  keys: z
    .array(
      z.looseObject({
        id: z.string().optional(),
        name: z.string(),
        type: z.string(),
        status: z.enum(['active', 'suspended', 'archived']),
      }),
    )
    .optional(),
});

/** Connectors and keys from the text of a catalog file; what it leaves out is not known. Throws UsageError. */
export function parseCatalog(content: string, origin: string): Partial<Catalog> {
  const { data, error } = CATALOG.safeParse(parseJson(content, origin));
  if (error !== undefined) {
    const [issue] = error.issues;
    const place = z.core.toDotPath(issue?.path ?? []);
    throw new UsageError(
      `${origin} is not a catalog: ${place === '' ? '' : `${place}: `}${issue?.message}. Expected { "connectors": [ … ], "keys": [ { "name", "type", "status" } ] }.`,
    );
  }
  return data as Partial<Catalog>;
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
