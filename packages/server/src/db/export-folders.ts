import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** The first part of the locks by which workers show which folder their `file` uploads write into. */
const FOLDER_LOCKS = 7_310_554;
const MARK = '.switchboard-folder';

/**
 * A number that identifies a folder, kept in a file of it: all machines that mount the folder read the same one.
 * @param folder absolute path of an existing folder
 */
export function identifyFolder(folder: string): number {
  const path = join(folder, MARK);
  const own = Number.parseInt(randomUUID().slice(0, 7), 16) + 1;
  try {
    writeFileSync(path, `${own}\n`, { flag: 'wx', mode: 0o644 });
    return own;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = Number(readFileSync(path, 'utf8'));
  // Another process is writing it, or it was cut short by a full disk: no folder is taken for another one.
  return Number.isInteger(found) && found > 0 ? found : own;
}

/** Statement that shows, for as long as its connection lasts, that a worker writes into the folder. */
export const showFolder = (folder: number): string => `select pg_advisory_lock_shared(${FOLDER_LOCKS}, ${folder})`;

/** Condition: workers that run now write into different folders. */
export const ARE_FOLDERS_SPLIT = sql<boolean>`(
  select count(distinct objid) > 1 from pg_locks where locktype = 'advisory' and classid = ${sql.lit(FOLDER_LOCKS)} and granted
    and database = (select oid from pg_database where datname = current_database()))`;

/** Whether a worker that runs now writes into another folder than this one. */
export async function isFolderSplit(tx: Tx, folder: number): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and classid = ${FOLDER_LOCKS} and objid <> ${folder} and granted
      and database = (select oid from pg_database where datname = current_database()) limit 1
  `.execute(tx);
  return rows.length > 0;
}
