import { createHash } from 'node:crypto';
import { CONNECTORS } from '@switchboard/connectors';
import { type KeyReference, keyReferences } from '@switchboard/language';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoredKey } from '../../identity/keys/store-key.ts';
import type { ScriptFile } from '../changelists/stored-changelist.ts';

/** A changelist that names a key: the published one, or a draft. */
export type NamingChangelist = {
  readonly id: string;
  readonly version: number;
  readonly description: string;
  readonly status: 'draft' | 'proofing' | 'running';
  readonly branchedFrom: string | null;
  readonly files: readonly ScriptFile[];
};

/** A place where a changelist names the key that is to be replaced. */
export type FoundReference = KeyReference & {
  /**
   * Identifies this place in this version of the changelist for these two keys: it is stale once one of them has
   * changed.
   */
  readonly id: string;
  readonly changelist: NamingChangelist;
  /** Why it cannot name the other key; null when it can. */
  readonly problem: string | null;
};

type KeyPair = { readonly from: StoredKey; readonly to: StoredKey };

/** Drafts that are searched, the latest first. */
const MAX_DRAFTS = 200;

/**
 * Every place of the published script and of drafts that names a key, by its present name or a former one that still means it.
 * @param lock keeps them as they are until the transaction ends
 */
export async function findReferences(
  tx: Tx,
  accountId: string,
  { from, to }: KeyPair,
  lock: boolean,
): Promise<FoundReference[]> {
  const names = await namesOf(tx, accountId, from);
  const changelists = await readChangelists(tx, accountId, lock);
  return changelists.flatMap((changelist) =>
    changelist.files
      .flatMap(keyReferences)
      .filter(({ key }) => names.has(key))
      .map((reference) => ({
        ...reference,
        changelist,
        id: idOf(reference, changelist, { from, to }),
        problem: problemOf(reference, to),
      })),
  );
}

async function namesOf(tx: Tx, accountId: string, { id, name }: StoredKey): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select a.name from key_alias a where a.account_id = ${accountId}::uuid and a.key_id = ${id}::uuid
      and not exists (select from key k where k.account_id = a.account_id and k.name = a.name and k.status <> 'archived')
  `.execute(tx);
  return new Set([name, ...rows.map((row) => row.name)]);
}

/** The published script first, then drafts. */
async function readChangelists(tx: Tx, accountId: string, lock: boolean): Promise<readonly NamingChangelist[]> {
  const { rows } = await sql<Omit<NamingChangelist, 'files'>>`
    select id, version, description, status, branched_from as "branchedFrom" from changelist
    where account_id = ${accountId}::uuid and status in ('running', 'draft', 'proofing')
    order by status <> 'running', updated_on desc limit ${sql.lit(MAX_DRAFTS)} ${lock ? sql`for no key update` : sql``}
  `.execute(tx);
  const files = await sql<ScriptFile & { changelist_id: string }>`
    select f.changelist_id, f.path, t.text from changelist_file f
    join script_text t on t.account_id = f.account_id and t.sha256 = f.sha256
    where f.account_id = ${accountId}::uuid and f.changelist_id = any(${rows.map(({ id }) => id)}::uuid[]) order by f.path
  `.execute(tx);
  const byChangelist = Map.groupBy(files.rows, ({ changelist_id: id }) => id);
  return rows.map((row) => ({
    ...row,
    files: (byChangelist.get(row.id) ?? []).map(({ path, text }) => ({ path, text })),
  }));
}

function idOf({ path, start, key }: KeyReference, changelist: NamingChangelist, { from, to }: KeyPair): string {
  const parts = [changelist.id, changelist.version, path, start, key, from.id, to.id, to.type];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Whether the connector takes keys of the type. */
function problemOf({ connector }: KeyReference, to: StoredKey): string | null {
  const spec = CONNECTORS.find((known) => known.spec.name === connector)?.spec;
  if (spec === undefined) return `There is no connector ${connector.slice(0, 100)}.`;
  return spec.keyTypes.includes(to.type) ? null : `${spec.displayName} takes no keys of this type.`;
}
