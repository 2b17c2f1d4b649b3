import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
};
export type AppliedMigration = { readonly number: number; readonly name: string; readonly checksum: string };

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/**
 * The migrations of a folder in order. Files are named `0001-words.sql`, numbered from 1 without gaps.
 * @throws Error naming the file that breaks this
 */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    if (number !== index + 1)
      throw new Error(`The migration ${name} must be named ${String(index + 1).padStart(4, '0')}-words.sql.`);
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Returns the next migration to run, or why this program must not touch that database. */
export function nextMigration(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): { readonly next: Migration | undefined } | { readonly refusal: string } {
  const newest = applied.at(-1);
  if (newest !== undefined && newest.number > known.length) {
    return {
      refusal:
        `The database is newer than this program: it has the migration ${newest.name}. ` +
        'Start that version of Switchboard or a later one; going back is not possible.',
    };
  }
  const changed = applied.find(({ number, checksum }) => known[number - 1]?.checksum !== checksum);
  if (changed !== undefined) {
    return {
      refusal:
        `The migration ${changed.name} is not the one that made this database. ` +
        'Put the file back as it was, and make the change in a migration of its own.',
    };
  }
  return { next: known[applied.length] };
}
