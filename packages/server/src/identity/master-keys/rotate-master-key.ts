import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { MasterKey } from '../../settings/master-key.ts';
import { masterKeyId, seal, unseal } from '../seal.ts';
import type { SealedColumn } from './sealed-column.ts';

export type RotationProgress = {
  /** Sealed values of the database. */
  readonly total: number;
  /** Values that the current master key seals. */
  readonly done: number;
};

/** A sealed value that no given master key opens. */
export type UnopenedValue = { readonly table: string; readonly row: string; readonly masterKeyId: string | null };

export type RotationResult = RotationProgress & { readonly unopened: readonly UnopenedValue[] };

const BATCH = 100;

/** Values of a primary key. */
type Place = readonly (string | number | null)[];

type Batch = {
  /** The place of its last row; null when there was none left. */
  readonly last: Place | null;
  /** Values that were sealed again. */
  readonly sealed: number;
  readonly unopened: readonly UnopenedValue[];
};

type SealedRow = Readonly<Record<string, string | number | null>> & {
  readonly sealed: Buffer;
  readonly master_key_id: string | null;
  readonly row_key: string;
};

/**
 * Seals every value again that another master key seals. Rows change batch by batch, each batch in a transaction of its own:
 * programs that have both keys go on meanwhile, and a rotation that was interrupted continues where it ended.
 * @param columns all columns with sealed values
 * @param masterKey the current key, then those that values are still sealed with
 */
export async function rotateMasterKey(
  database: Database,
  columns: readonly SealedColumn[],
  masterKey: MasterKey,
  onProgress: (progress: RotationProgress) => void = () => {},
): Promise<RotationResult> {
  const unopened: UnopenedValue[] = [];
  let progress = await countSealed(database, columns, masterKey);
  const formerKeys = await readFormerKeys(database, columns, masterKey);
  const record = (kind: 'master_key_rotation_started' | 'master_key_rotated', { total, done }: RotationProgress) =>
    database.withIdentity((tx) =>
      recordAudit(tx, {
        kind,
        actor: { kind: 'system' },
        accountId: null,
        target: { kind: 'master_key', name: masterKeyId(masterKey) },
        before: { keys: formerKeys },
        after: { values: total, sealed: done },
      }),
    );
  const isDue = progress.done < progress.total;
  if (isDue) await record('master_key_rotation_started', progress);
  onProgress(progress);
  for (const column of columns) {
    let after: Place | null = null;
    do {
      const from: Place | null = after;
      const batch: Batch = await database[column.scope]((tx) => resealBatch(tx, column, masterKey, from));
      unopened.push(...batch.unopened);
      after = batch.last;
      progress = { ...progress, done: progress.done + batch.sealed };
      if (after !== null) onProgress(progress);
    } while (after !== null);
  }
  const result = await countSealed(database, columns, masterKey);
  if (isDue && result.done === result.total) await record('master_key_rotated', result);
  return { ...result, unopened };
}

/** Fingerprints of the other master keys that values are sealed with. */
async function readFormerKeys(
  database: Database,
  columns: readonly SealedColumn[],
  masterKey: MasterKey,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { table, column, scope } of columns) {
    const { rows } = await database[scope]((tx) =>
      sql<{ id: string }>`
        select distinct coalesce(master_key_id, 'unknown') as id from ${sql.table(table)}
        where ${sql.ref(column)} is not null and master_key_id is distinct from ${masterKeyId(masterKey)}`.execute(tx),
    );
    for (const { id } of rows) found.add(id);
  }
  return [...found].toSorted();
}

/** Sealed values, and those of them that the current master key seals. */
async function countSealed(
  database: Database,
  columns: readonly SealedColumn[],
  masterKey: MasterKey,
): Promise<RotationProgress> {
  const current = masterKeyId(masterKey);
  let total = 0;
  let done = 0;
  for (const { table, column, scope } of columns) {
    const { rows } = await database[scope]((tx) =>
      sql<{ total: number; done: number }>`
        select count(*) as total, count(*) filter (where master_key_id = ${current}) as done
        from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(tx),
    );
    total += rows[0]?.total ?? 0;
    done += rows[0]?.done ?? 0;
  }
  return { total, done };
}

/** Seals the next values of a column again. */
async function resealBatch(
  tx: Tx,
  { table, column, primaryKey, others, purposeOf, update }: SealedColumn,
  masterKey: MasterKey,
  after: Place | null,
): Promise<Batch> {
  const current = masterKeyId(masterKey);
  const place = sql.join(primaryKey.map((name) => sql.ref(name)));
  const isLater = after === null ? sql`true` : sql`(${place}) > (${sql.join([...after])})`;
  // A row that a program changes meanwhile is read as that program leaves it.
  const { rows } = await sql<SealedRow>`
    select ${sql.join([...primaryKey, ...others].map((name) => sql.ref(name)))}, master_key_id,
      ${sql.ref(column)} as sealed, jsonb_build_array(${place})::text as row_key
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null and master_key_id is distinct from ${current}
      and ${isLater}
    order by ${place} limit ${BATCH} for no key update`.execute(tx);
  const placeOf = (row: Readonly<Record<string, unknown>>): Place =>
    primaryKey.map((name) => row[name] as Place[number]);
  const unopened: UnopenedValue[] = [];
  for (const row of rows) {
    const purpose = purposeOf(row as Readonly<Record<string, string | number | null>>);
    const secret = unseal(masterKey, row.sealed, purpose);
    if (secret === null) {
      unopened.push({ table, row: row.row_key, masterKeyId: row.master_key_id });
      continue;
    }
    await update(
      sql`${sql.ref(column)} = ${seal(masterKey, secret, purpose)}, master_key_id = ${current}`,
      sql`(${place}) = (${sql.join(placeOf(row))})`,
    ).execute(tx);
    secret.fill(0);
  }
  const last = rows.at(-1);
  return { last: last === undefined ? null : placeOf(last), sealed: rows.length - unopened.length, unopened };
}
