import type { Statements } from '../db/statements.ts';
import type { UnitRef } from '../db/unit-ref.ts';
import { LANES, type Lane, turnsOfLanes } from './lanes.ts';

/** A job that was taken, with the lane in which it waited. */
export type TakenJob = UnitRef & { readonly lane: Lane };

/** Units that an account runs already, by account. */
export type RunningByAccount = ReadonlyMap<string, number>;

/** Postponed jobs that one call finds due. */
const PROMOTED = 100;
/** Calls in a row that find only jobs which other programs take at the same moment. */
const MAX_RACES = 5;

/** Before every account. */
export const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Takes jobs by lane and account. In each lane the next accounts are found by an index, one step an account, from the one that
 * had the last turn. Accounts that run fewer units for their weight go first. No step depends on how many jobs wait.
 * A row without a unit says that there may be more: a job was due, or another program took it first.
 */
export const TAKE = `
  with recursive promoted as (
    update queue.job set ready = true where unit_id = any (array(
      select unit_id from queue.job where not ready and due <= now() order by due limit ${PROMOTED} for update skip locked
    )) returning unit_id
  ), lane as (
    select l.* from unnest($1::text[], $2::uuid[], $3::integer[], $4::integer[])
      with ordinality as l(lane, turn_of, turns_left, reserved, rank)
  ), ring as (
    select l.lane, start.account_id, start.upto, 0 as found, false as is_account
    from lane l cross join lateral (values (l.turn_of, '${LAST}'::uuid), ('${FIRST}', l.turn_of)) start(account_id, upto)
    union all
    select ring.lane, next.account_id, ring.upto, ring.found + (next.account_id <> all ($5::uuid[]))::integer, true
    from ring cross join lateral (
      select j.account_id from queue.job j
      where j.ready and j.lane = ring.lane and j.account_id > ring.account_id and j.account_id <= ring.upto
      order by j.account_id limit 1
    ) next
    where ring.found < $7
  ), candidate as (
    select lane, account_id from ring where is_account
    union
    select lane, account_id from lane cross join unnest($5::uuid[]) busy(account_id)
  ), waiting as (
    select l.*, c.account_id, row_number() over (
        partition by c.lane
        order by ceil((coalesce(busy.units, 0) + j.place)::numeric / coalesce(a.queue_weight, 1)),
          case when c.account_id = l.turn_of and l.turns_left > 0 then 0 when c.account_id > l.turn_of then 1 else 2 end,
          c.account_id, j.place
      ) as place
    from candidate c join lane l on l.lane = c.lane
    left join account a on a.id = c.account_id
    left join unnest($5::uuid[], $6::integer[]) busy(account_id, units) on busy.account_id = c.account_id
    cross join lateral (
      select row_number() over () as place from queue.job j
      where j.ready and j.lane = c.lane and j.account_id = c.account_id and j.due <= now() limit $7
    ) j
  ), chosen as (
    select w.*, row_number() over (order by w.place > w.reserved, w.rank, w.place) as turn
    from waiting w order by turn limit $7
  ), share as (
    select lane, account_id, count(*) as jobs, min(turn) as turn from chosen group by lane, account_id
  ), picked as materialized (
    select j.unit_id from share s cross join lateral (
      select unit_id from queue.job j
      where j.ready and j.lane = s.lane and j.account_id = s.account_id and j.due <= now()
      order by priority desc, made limit s.jobs for update skip locked
    ) j
  ), taken as (
    delete from queue.job where unit_id = any (array(select unit_id from picked))
    returning unit_id, account_id, lane, priority, made
  )
  select taken.unit_id as "unitId", s.account_id as "accountId", s.lane, coalesce(a.queue_weight, 1) as weight
  from (select * from share union all select null, null, 0, 0 from promoted where not exists (select from share)) s
  left join taken on taken.lane = s.lane and taken.account_id = s.account_id
  left join account a on a.id = s.account_id
  order by s.turn, taken.priority desc, taken.made
`;

type Row = {
  readonly unitId: string | null;
  readonly accountId: string | null;
  readonly lane: Lane | null;
  readonly weight: number;
};

/** The account that had the last turn of a lane, and how many more its weight gives it in a row. */
type Turn = { readonly account: string; readonly left: number };

/**
 * Takes jobs for one program, which remembers whose turn it was.
 * @returns a function that takes at most `max` jobs, in order, of these lanes; of all without them
 */
export function createTaker(
  statements: Statements,
): (max: number, running: RunningByAccount, lanes?: readonly Lane[]) => Promise<readonly TakenJob[]> {
  const turns = new Map<Lane, Turn>();
  let taken = 0;
  const turnOf = (lane: Lane): Turn => turns.get(lane) ?? { account: FIRST, left: 0 };
  const once = async (max: number, running: RunningByAccount, lanes: readonly Lane[]): Promise<readonly Row[]> => {
    const reserved = turnsOfLanes(taken, max);
    return statements.run<Row>(TAKE, [
      lanes,
      lanes.map((lane) => turnOf(lane).account),
      lanes.map((lane) => turnOf(lane).left),
      lanes.map((lane) => reserved.get(lane) ?? 0),
      [...running.keys()],
      [...running.values()],
      max,
    ]);
  };
  return async (max, running, lanes = LANES) => {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const rows = await once(max, running, lanes);
      const jobs: TakenJob[] = [];
      for (const { unitId, accountId, lane, weight } of rows) {
        if (unitId === null || accountId === null || lane === null) continue;
        jobs.push({ unitId, accountId, lane });
        const { account, left } = turnOf(lane);
        turns.set(lane, { account: accountId, left: account === accountId && left > 0 ? left - 1 : weight - 1 });
      }
      if (lanes.length > 1) taken += jobs.length;
      if (jobs.length > 0 || rows.length === 0) return jobs;
    }
    return [];
  };
}
