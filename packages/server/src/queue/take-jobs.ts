import type { Statements } from '../db/statements.ts';
import type { UnitRef } from '../db/unit-ref.ts';
import { LANES, type Lane, turnsOfLanes } from './lanes.ts';

/** A job that was taken, with the lane in which it waited. */
export type TakenJob = UnitRef & { readonly lane: Lane };

/** Units that an account runs already, by account. */
export type RunningByAccount = ReadonlyMap<string, number>;

/** Calls in a row that find only jobs which other programs take at the same moment. */
const MAX_RACES = 5;

/** Before every account. */
export const FIRST = '00000000-0000-0000-0000-000000000000';

/** Takes jobs by lane and account, see the migration of `queue.take`. A row without a unit: other programs took what was found. */
export const TAKE = `
  select "unitId", "accountId", lane, weight
  from queue.take($1::text[], $2::uuid[], $3::integer[], $4::integer[], $5::uuid[], $6::integer[], $7::integer, $8::uuid[])
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
 * @returns a function that takes at most `max` jobs, in order, of these lanes, of all without them, and of no account that is left out
 */
export function createTaker(
  statements: Statements,
): (
  max: number,
  running: RunningByAccount,
  lanes?: readonly Lane[],
  leftOut?: readonly string[],
) => Promise<readonly TakenJob[]> {
  const turns = new Map<Lane, Turn>();
  let taken = 0;
  const turnOf = (lane: Lane): Turn => turns.get(lane) ?? { account: FIRST, left: 0 };
  const once = async (
    max: number,
    running: RunningByAccount,
    lanes: readonly Lane[],
    leftOut: readonly string[],
  ): Promise<readonly Row[]> => {
    const reserved = turnsOfLanes(taken, max);
    return statements.run<Row>(TAKE, [
      lanes,
      lanes.map((lane) => turnOf(lane).account),
      lanes.map((lane) => turnOf(lane).left),
      lanes.map((lane) => reserved.get(lane) ?? 0),
      [...running.keys()],
      [...running.values()],
      max,
      leftOut,
    ]);
  };
  return async (max, running, lanes = LANES, leftOut = []) => {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const rows = await once(max, running, lanes, leftOut);
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
