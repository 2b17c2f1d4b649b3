import type { Purpose } from '@switchboard/model/status/status';
import { whyWaiting } from '@switchboard/model/status/waiting';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitKind } from '../../db/unit-ref.ts';
import { UNIT_KINDS } from '../../pipeline/state/unit-kinds.ts';
import { waitFacts } from '../../units/wait-facts.ts';
import { type DoctorItem, isoTime, MAX_ITEMS } from './report.ts';

export type ListedUnit = {
  readonly account_id: string;
  readonly account: string;
  readonly id: string;
  readonly kind: UnitKind;
  readonly purpose: Purpose;
  readonly name: string | null;
  readonly report_date: string | null;
  readonly attempt: number;
  readonly phase: string | null;
  readonly worker: string | null;
  readonly since: Date;
  readonly total: number;
};

/** Since when a unit `u` waits: one that was started again, or unsuspended, counts from then. */
export const WAITS_SINCE = sql`greatest(u.created, u.enqueued)`;

/**
 * The oldest units `u` for which a condition holds, with how many there are in all.
 * @param since an SQL time of the unit that says how long
 */
export async function listUnits(
  tx: Tx,
  condition: RawBuilder<unknown>,
  since: RawBuilder<unknown> = WAITS_SINCE,
): Promise<readonly ListedUnit[]> {
  const found = await sql<ListedUnit>`
    with listed as materialized (
      select u.account_id, u.id, u.kind, u.purpose, u.attempt, u.phase, u.worker, ${since} as since,
        count(*) over ()::int as total
      from unit u where ${condition} order by ${since}, u.id limit ${MAX_ITEMS}
    )
    select l.*, a.url_name as account, coalesce(d.source, p.name) as name,
      coalesce(d.report_date, p.report_date, f.report_date)::text as report_date
    from listed l join account a on a.id = l.account_id
    left join download d on d.account_id = l.account_id and d.id = l.id
    left join upload p on p.account_id = l.account_id and p.id = l.id
    left join flow f on f.account_id = l.account_id and f.id = l.id
    order by l.since, l.id
  `.execute(tx);
  return found.rows;
}

/** "download ads of 2026-11-19 (id)": as the console names it, with the id to search for. */
export function nameUnit(unit: Pick<ListedUnit, 'kind' | 'purpose' | 'name' | 'report_date' | 'id'>): string {
  const words = [unit.kind, unit.name, unit.report_date === null ? null : `of ${unit.report_date}`];
  const purpose = unit.purpose === 'production' ? '' : `, ${unit.purpose}`;
  return `${words.filter((word) => word !== null).join(' ')} (${unit.id}${purpose})`;
}

/** Each unit with the reason why it waits, as the console shows it, and what would release it. */
export async function explainUnits(tx: Tx, units: readonly ListedUnit[]): Promise<readonly DoctorItem[]> {
  const reasons = new Map<string, { readonly why: string; readonly todo: string | null }>();
  const groups = Map.groupBy(units, (unit) => `${unit.account_id} ${unit.kind}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const facts = await waitFacts(
      tx,
      UNIT_KINDS,
      first.account_id,
      first.kind,
      group.map(({ id }) => id),
    );
    for (const [id, fact] of facts) {
      const { reason, waitsFor, action } = whyWaiting(fact);
      reasons.set(id, { why: waitsFor === null ? reason : `${reason}: ${waitsFor}`, todo: action });
    }
  }
  return units.map((unit) => ({
    account: unit.account,
    what: nameUnit(unit),
    why: reasons.get(unit.id)?.why ?? 'its row is gone',
    since: isoTime(unit.since),
    todo: reasons.get(unit.id)?.todo ?? null,
  }));
}
