import { COMPARED_WEEKS, judge, volumeBand } from '@switchboard/model/usual-band';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type EventUnit, recordUnitEvent } from '../../journal/record-event.ts';

type Rows = { readonly own: number; readonly comparable: readonly number[] };

/**
 * Warns, in the transaction that completes a production download, when its rows are not as many as usual on this weekday.
 * Compared with the downloads of the same weekday of the last four weeks that were completed at the most similar time, so that
 * the first file of an hour or a refill is compared with its like. One index probe for each week.
 */
export async function recordUnusualVolume(tx: Tx, unit: EventUnit, source: string): Promise<void> {
  const { rows } = await sql<Rows>`
    select d.row_count::float8 as own, array(
      select former.row_count::float8 from generate_series(1, ${COMPARED_WEEKS}::int) week cross join lateral (
        select t.row_count from download t
        where t.account_id = d.account_id and t.source = d.source and t.health_day = d.health_day - 7 * week
          and t.purpose = 'production' and t.status = 'completed'
        order by abs(extract(epoch from t.finished - (d.finished - week * interval '7 days'))), t.id limit 1
      ) former
    ) as comparable
    from download d where d.account_id = ${unit.accountId}::uuid and d.id = ${unit.unitId}::uuid
  `.execute(tx);
  const [found] = rows;
  if (found === undefined) return;
  const band = volumeBand(found.comparable);
  const verdict = judge(found.own, band);
  if (band === null || (verdict !== 'low' && verdict !== 'high')) return;
  await recordUnitEvent(tx, unit, {
    severity: 'warn',
    code: verdict === 'low' ? 'VOLUME_LOW' : 'VOLUME_HIGH',
    parameters: { name: source, rows: found.own, low: Math.round(band.low), high: Math.round(band.high) },
  });
}
