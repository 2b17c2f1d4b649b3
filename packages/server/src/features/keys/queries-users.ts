import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Batch } from '../../graphql/loaders.ts';

/** A published declaration that uses a key. */
export type KeyUser = {
  /** Id of the declaration. */
  readonly id: string;
  readonly kind: 'download' | 'upload';
  readonly name: string;
  readonly project: string;
  /** suspended or paused: by itself. blocked: by the key. */
  readonly status: 'working' | 'suspended' | 'paused' | 'blocked';
};

type Row = KeyUser & { readonly key_id: string };

/** By key: the published downloads and uploads that use it, each sorted by name. */
export const usersOfKeys: Batch<readonly KeyUser[]> = async (tx, accountId, keyIds) => {
  const { rows } = await sql<Row>`
    select u.key_id, u.id, u.kind, u.name, u.project,
      case when u.status in ('suspended', 'paused') then u.status when k.status = 'active' then 'working' else 'blocked' end as status
    from (
      select account_id, id, 'download' as kind, name, project, status, key_id from download_declaration where status <> 'removed'
      union all
      select account_id, id, 'upload', name, project, status, key_id from upload_declaration where status <> 'removed'
    ) u
    join key k on k.account_id = u.account_id and k.id = u.key_id
    where u.account_id = ${accountId}::uuid and u.key_id = any(${[...keyIds]}::uuid[])
    order by u.kind, u.name
  `.execute(tx);
  const found = Map.groupBy(rows, ({ key_id: keyId }) => keyId);
  return new Map(keyIds.map((id) => [id, (found.get(id) ?? []).map(({ key_id: _, ...user }) => user)]));
};

/** By key: the published uploads that do not use it, but read a download that does. */
export const readersOfKeys: Batch<readonly KeyUser[]> = async (tx, accountId, keyIds) => {
  const { rows } = await sql<Row>`
    select distinct d.key_id, e.id, 'upload' as kind, e.name, e.project,
      case when e.status in ('suspended', 'paused') then e.status when k.status = 'active' then 'working' else 'blocked' end as status
    from changelist c
    cross join lateral jsonb_array_elements(c.plan -> 'uploads') u
    cross join lateral jsonb_array_elements_text(u.value -> 'sources') s(source)
    join download_declaration d on d.account_id = c.account_id and d.name = s.source and d.status <> 'removed'
    join upload_declaration e on e.account_id = c.account_id and e.name = u.value ->> 'name' and e.status <> 'removed'
    join key k on k.account_id = d.account_id and k.id = d.key_id
    where c.account_id = ${accountId}::uuid and c.status = 'running' and d.key_id = any(${[...keyIds]}::uuid[])
      and e.key_id is distinct from d.key_id
    order by e.name
  `.execute(tx);
  const found = Map.groupBy(rows, ({ key_id: keyId }) => keyId);
  return new Map(keyIds.map((id) => [id, (found.get(id) ?? []).map(({ key_id: _, ...user }) => user)]));
};

/** The last production run with a key that completed, and what it was a run of. */
export type LastUse = { readonly finished: Date; readonly user: KeyUser };

/** By key: the last completed production run of a declaration that uses it. Absent for a key that never was used. */
export const lastUseOfKeys: Batch<LastUse> = async (tx, accountId, keyIds) => {
  const { rows } = await sql<{ key_id: string; finished: Date; kind: string; name: string }>`
    select distinct on (key_id) key_id, finished, kind, name from (
      select d.key_id, x.finished, 'download' as kind, d.name from download_declaration d cross join lateral (
        select r.finished from download r
        where r.account_id = d.account_id and r.source = d.name and r.purpose = 'production' and r.finished is not null
          and r.status = 'completed'
        order by r.finished desc limit 1) x
      where d.account_id = ${accountId}::uuid and d.key_id = any(${[...keyIds]}::uuid[])
      union all
      select d.key_id, x.finished, 'upload', d.name from upload_declaration d cross join lateral (
        select r.finished from upload r
        where r.account_id = d.account_id and r.name = d.name and r.purpose = 'production' and r.finished is not null
          and r.status = 'completed'
        order by r.finished desc limit 1) x
      where d.account_id = ${accountId}::uuid and d.key_id = any(${[...keyIds]}::uuid[])
    ) used order by key_id, finished desc, kind, name
  `.execute(tx);
  const users = await usersOfKeys(tx, accountId, keyIds);
  return new Map(
    rows.flatMap(({ key_id: keyId, finished, kind, name }): [string, LastUse][] => {
      const user = users.get(keyId)?.find((each) => each.kind === kind && each.name === name);
      return user === undefined ? [] : [[keyId, { finished, user }]];
    }),
  );
};

/** Names of what uses a key, as a sentence lists them; empty when nothing does. */
export async function describeUsers(tx: Tx, accountId: string, keyId: string): Promise<string> {
  const users = (await usersOfKeys(tx, accountId, [keyId])).get(keyId) ?? [];
  const named = users.slice(0, NAMED).map(({ name }) => name);
  const more = users.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const NAMED = 10;
