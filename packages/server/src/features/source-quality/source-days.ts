import { isDated } from '@switchboard/model/plan';
import { addDays } from '@switchboard/model/schedule/schedule';
import {
  arrivalBand,
  COMPARED_WEEKS,
  judge,
  type UsualBand,
  type Verdict,
  volumeBand,
} from '@switchboard/model/usual-band';
import { sql } from 'kysely';
import type { Batch } from '../../graphql/loaders.ts';
import { declaredSources } from '../declarations/queries-plan.ts';

/** Days that are judged; the last is today in UTC. */
export const JUDGED_DAYS = 7;
const WEEK = 7;

/** Delivery of a source for a day, beside the same weekday of the last four weeks. */
export type SourceDay = {
  /** The report date, or the UTC day on which the run was due for a source without; yyyy-MM-dd. */
  readonly day: string;
  /** Null when nothing has arrived. */
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly arrived: Date | null;
  /** Comparable days among the last four weeks. */
  readonly compared: number;
  readonly rows_low: number | null;
  readonly rows_high: number | null;
  /** usual, low, high, unknown, or unfinished for a day that is not over. */
  readonly rows_verdict: Verdict | 'unfinished';
  readonly bytes_verdict: Verdict | 'unfinished';
  /** When it has usually arrived at the latest; null with too few comparable days. */
  readonly expected_by: Date | null;
  /** usual, early, late, missing (late and not there), expected or unknown. */
  readonly arrival_verdict: 'usual' | 'early' | 'late' | 'missing' | 'expected' | 'unknown';
};

type Arrived = {
  readonly source: string;
  readonly day: string;
  readonly all_rows: number;
  readonly all_bytes: number;
  readonly last_rows: number;
  readonly last_bytes: number;
  readonly arrived: Date;
};
type Brought = { readonly rows: number; readonly bytes: number; readonly arrived: Date };

/**
 * The last seven days of published sources, by name. A day of a source with report dates is its newest version; without, all
 * runs of the day. One range of an index for each source, of 35 days.
 */
export const daysOfSources: Batch<readonly SourceDay[]> = async (tx, accountId, names) => {
  const declared = await declaredSources(tx, accountId, names);
  const clock = await sql<{ now: Date }>`select now()`.execute(tx);
  const now = clock.rows[0]?.now.getTime() ?? 0;
  const today = new Date(now).toISOString().slice(0, 10);
  const first = addDays(today, 1 - JUDGED_DAYS - COMPARED_WEEKS * WEEK);
  const { rows } = await sql<Arrived>`
    select n.name as source, found.* from unnest(${[...declared.keys()]}::text[]) n(name) cross join lateral (
      select t.health_day::text as day, sum(t.row_count)::float8 as all_rows, sum(t.bytes)::float8 as all_bytes,
        (array_agg(t.row_count::float8 order by t.created desc, t.id desc))[1] as last_rows,
        (array_agg(t.bytes::float8 order by t.created desc, t.id desc))[1] as last_bytes, min(t.finished) as arrived
      from download t
      where t.account_id = ${accountId}::uuid and t.source = n.name
        and t.health_day between ${first}::date and ${today}::date
        and t.purpose = 'production' and t.status = 'completed' and t.row_count is not null and t.finished is not null
      group by t.health_day
    ) found
  `.execute(tx);
  const arrived = Map.groupBy(rows, ({ source }) => source);
  return new Map(
    [...declared].map(([name, source]) => {
      const dated = isDated(source);
      const days = new Map((arrived.get(name) ?? []).map((row) => [row.day, broughtOf(row, dated)]));
      const last = Array.from({ length: JUDGED_DAYS }, (_, index) => addDays(today, -index));
      return [name, last.map((day) => judgeDay(day, days, { isOver: dated || day < today, now }))];
    }),
  );
};

const broughtOf = (row: Arrived, dated: boolean): Brought => ({
  rows: dated ? row.last_rows : row.all_rows,
  bytes: dated ? row.last_bytes : row.all_bytes,
  arrived: row.arrived,
});

function judgeDay(
  day: string,
  days: ReadonlyMap<string, Brought>,
  { isOver, now }: { readonly isOver: boolean; readonly now: number },
): SourceDay {
  const comparable = Array.from({ length: COMPARED_WEEKS }, (_, week) => addDays(day, -(week + 1) * WEEK)).flatMap(
    (former) => {
      const found = days.get(former);
      return found === undefined ? [] : [{ ...found, lag: found.arrived.getTime() - Date.parse(former) }];
    },
  );
  const own = days.get(day);
  const volume = (of: 'rows' | 'bytes') => volumeBand(comparable.map((each) => each[of]));
  const rowsBand = volume('rows');
  const verdictOf = (value: number | undefined, band: UsualBand | null) =>
    value === undefined ? 'unknown' : isOver ? judge(value, band) : 'unfinished';
  const arrival = arrivalBand(comparable.map(({ lag }) => lag));
  return {
    day,
    rows: own?.rows ?? null,
    bytes: own?.bytes ?? null,
    arrived: own?.arrived ?? null,
    compared: comparable.length,
    rows_low: rowsBand?.low ?? null,
    rows_high: rowsBand?.high ?? null,
    rows_verdict: verdictOf(own?.rows, rowsBand),
    bytes_verdict: verdictOf(own?.bytes, volume('bytes')),
    expected_by: arrival === null ? null : new Date(Date.parse(day) + arrival.high),
    arrival_verdict: arrivalVerdict(day, own?.arrived ?? null, arrival, now),
  };
}

function arrivalVerdict(
  day: string,
  arrived: Date | null,
  band: UsualBand | null,
  now: number,
): SourceDay['arrival_verdict'] {
  if (band === null) return 'unknown';
  const lag = (arrived?.getTime() ?? now) - Date.parse(day);
  if (arrived === null) return lag > band.high ? 'missing' : 'expected';
  const verdict = judge(lag, band);
  if (verdict === 'high') return 'late';
  return verdict === 'low' ? 'early' : 'usual';
}
