import { RETENTION_KINDS, type Retention, type RetentionKind } from '@switchboard/model/kept/retention';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';

const KINDS = Object.keys(RETENTION_KINDS) as readonly RetentionKind[];

/** Days for which an account keeps each kind of data: its own, else those of the installation. */
export async function retentionOf(tx: Tx, accountId: string, installation: Retention): Promise<Retention> {
  return { ...installation, ...(await ownRetention(tx, accountId)) };
}

/** The days that the account sets itself; null: for ever. Kinds that it leaves to the installation are absent. */
export async function ownRetention(tx: Tx, accountId: string): Promise<Partial<Retention>> {
  const { rows } = await sql<{ kind: RetentionKind; days: number | null }>`
    select kind, days from data_retention where account_id = ${accountId}::uuid`.execute(tx);
  return Object.fromEntries(rows.map(({ kind, days }) => [kind, days]));
}

/** @param days undefined: those of the installation */
export async function setRetention(
  tx: Tx,
  accountId: string,
  values: Readonly<Partial<Record<RetentionKind, number | null | undefined>>>,
): Promise<void> {
  const before = await ownRetention(tx, accountId);
  const changed = KINDS.filter((kind) => Object.hasOwn(values, kind) && values[kind] !== before[kind]);
  if (changed.length === 0) return;
  for (const kind of changed) {
    const days = values[kind];
    await (days === undefined
      ? sql`delete from data_retention where account_id = ${accountId}::uuid and kind = ${kind}`
      : sql`
          insert into data_retention (account_id, kind, days) values (${accountId}::uuid, ${kind}, ${days})
          on conflict (account_id, kind) do update set days = excluded.days, updated = now()`
    ).execute(tx);
  }
  const shown = (of: Readonly<Partial<Record<RetentionKind, number | null | undefined>>>) =>
    Object.fromEntries(
      changed.map((kind) => [kind, of[kind] === undefined ? 'installation' : (of[kind] ?? 'for ever')]),
    );
  await recordAudit(tx, { kind: 'data_retention_changed', accountId, before: shown(before), after: shown(values) });
}
