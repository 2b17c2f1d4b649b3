import { z } from 'zod';
import { parsePatchPath } from './filter.ts';
import { invalid } from './scim-error.ts';
import type { PatchOperation } from './user-draft.ts';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const MAX_OPERATIONS = 100;

const Patch = z.object({
  schemas: z.array(z.string()).refine((schemas) => schemas.includes(PATCH_SCHEMA)),
  // Entra ID begins verbs with a capital letter.
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});

/** The operations of a patch (RFC 7644, 3.5.2). @throws ScimError */
export function readPatch(body: unknown): readonly PatchOperation[] {
  const read = Patch.safeParse(body);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid('invalidSyntax', `The patch cannot be read at ${issue?.path.join('.') || 'its start'}.`);
  }
  return read.data.Operations.map(({ op, path, value }) => ({
    op,
    path: path == null || path.trim() === '' ? null : parsePatchPath(path),
    value,
  }));
}

/** @throws ScimError unless the body is an object of this schema */
export function readResource(body: unknown, schema: string): Readonly<Record<string, unknown>> {
  const read = z.looseObject({ schemas: z.array(z.string()) }).safeParse(body);
  if (!read.success || !read.data.schemas.includes(schema))
    throw invalid('invalidSyntax', `The body must be an object of the schema ${schema}.`);
  return read.data;
}
