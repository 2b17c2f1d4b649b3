import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Written last: a folder without it is not a whole backup. */
export const MANIFEST = 'manifest.json';
/** One reference to an object a line. */
export const OBJECT_LIST = 'objects.txt';
/** A store of the objects, by their keys. */
export const OBJECT_FOLDER = 'objects';
export const TABLE_FOLDER = 'tables';

const manifest = z.object({
  format: z.literal(1),
  created: z.string(),
  /** The last migration of the schema, and the fence epoch. */
  migration: z.number().int().positive(),
  epoch: z.number().int().nonnegative(),
  tables: z.array(
    z.object({
      /** With its schema. */
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().nonnegative(),
      /** The hash of the unpacked file that `copy` made. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  objects: z.object({
    count: z.number().int().nonnegative(),
    bytes: z.number().int().nonnegative(),
    /** The hash of the list of objects. */
    sha256: z.string(),
    /** Whether the backup holds them; else only the list. */
    copied: z.boolean(),
  }),
  /** Parts that a restore needs besides. */
  notIncluded: z.array(z.string()),
});

export type BackupManifest = z.infer<typeof manifest>;

/** A folder that is not a backup, a backup that cannot be restored here, or one that cannot be made. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** @throws BackupError */
export function readManifest(folder: string): BackupManifest {
  const path = join(folder, MANIFEST);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new BackupError(`${folder} is not a whole backup: ${MANIFEST} cannot be read. It is written last.`, {
      cause,
    });
  }
  try {
    return manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(`${path} is not the manifest of a backup of this version. Use a whole copy of the backup.`, {
      cause,
    });
  }
}
