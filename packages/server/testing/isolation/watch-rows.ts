import type { Client } from 'pg';
import { readTables } from './read-tables.ts';
import type { FilledAccount } from './use-filled-account.ts';

export type Owner = Pick<FilledAccount, 'accountId' | 'personId'>;
export type WrittenRow = {
  /** Name of the table or partition. */
  readonly place: string;
  readonly ctid: string;
  readonly content: Readonly<Record<string, unknown>>;
};

/** Sees what requests write to the rows of an account and of its person, whatever table, in one short statement. */
export type RowWatch = {
  /** The rows that were written since the last call, or all at the first. Logs of refusals are left out. */
  written(): Promise<readonly WrittenRow[]>;
  /** A value that is the same as before if no row was added, written or removed. The audit log is left out. */
  versions(): Promise<unknown>;
};

/** Logs of refusals name the account that was tried, and no answer to the caller reads them. */
const REFUSALS = new Set(['refused_act_count']);
/** The audit log of an account names who was refused an act in it, and these people. */
export const LOGS: ReadonlySet<string> = new Set(['account_person', 'audit_entry']);

let watches = 0;

/** @param client a connection that the watch has for itself; what it writes is seen like the writes of others */
export async function watchRows(client: Client, owner: Owner): Promise<RowWatch> {
  const owned = (await readTables(client)).map(({ name, owner: by }) => ({
    name,
    where: `${by} = '${by === 'person_id' ? owner.personId : owner.accountId}'`,
  }));
  const tables = [
    ...owned,
    { name: 'account', where: `id = '${owner.accountId}'` },
    { name: 'person', where: `id = '${owner.personId}'` },
  ];
  // One plan of each statement: making it takes ten times as long as reading the few rows.
  await client.query('set plan_cache_mode = force_generic_plan');
  watches += 1;
  const id = `watch${watches}`;
  const written = {
    name: `${id}_written`,
    text: [
      `select '' as place, pg_snapshot_xmin(pg_current_snapshot())::text as ctid, null::jsonb as content`,
      ...tables
        .filter(({ name }) => !REFUSALS.has(name))
        .map(
          ({ name, where }) => `select t.tableoid::regclass::text, t.ctid::text, to_jsonb(t)
            from ${name} t where ${where} and t.xmin::text::bigint >= $1`,
        ),
    ].join(' union all '),
  };
  const versions = {
    name: `${id}_versions`,
    text: tables
      .filter(({ name }) => !LOGS.has(name))
      .map(
        ({ name, where }) => `select '${name}' as name, count(*)::int as rows,
          sum(hashtextextended(t.tableoid || ' ' || t.ctid::text || ' ' || t.xmin::text, 0)) as version from ${name} t where ${where}`,
      )
      .join(' union all '),
  };
  // Whoever wrote later has this transaction id or a greater one.
  let since = '0';
  return {
    async written() {
      const { rows } = await client.query<WrittenRow>({ ...written, values: [since] });
      since = rows.find(({ place }) => place === '')?.ctid ?? since;
      return rows.filter(({ place }) => place !== '');
    },
    versions: async () => (await client.query<object>(versions)).rows,
  };
}
