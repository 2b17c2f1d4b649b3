import type { KeyProperties } from '@switchboard/connectors';
import { asPipelineError, type FindContext, findFiles } from '@switchboard/engine';
import { LIMITS } from '@switchboard/model/limits';
import type { PlanKey } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { repeat } from '../../queue/repeat.ts';
import type { PartWatch } from '../../units/parts/watch-parts.ts';
import type { Probe } from './decide-probe.ts';
import {
  claimProbe,
  datesOfProbe,
  dueProbes,
  giveBackProbe,
  type ProbeDeps,
  recordFailedProbe,
  recordProbe,
} from './probe.ts';

export type ProberDeps = ProbeDeps & {
  readonly database: Database;
  readonly openKey: (accountId: string, key: PlanKey, neededBy: string) => Promise<KeyProperties>;
  /** Prepares the resources that a listing may use for one account. */
  readonly prepare: (accountId: string, signal: AbortSignal) => Promise<FindContext>;
  /** A short id that stands in a message and in the log. */
  readonly reference: () => string;
  readonly onError: (error: unknown) => void;
  /** The parts of the installation: while one fails, nothing is probed. Without them, none does. */
  readonly parts?: Pick<PartWatch, 'failures' | 'blame'>;
  /** Whether this program takes no new work; it always does without. */
  readonly isDrained?: () => boolean;
};

const INTERVAL = 1_000;

type Due = { readonly accountId: string; readonly name: string };

/** Finds the sources that are due. */
export async function findDue(deps: ProberDeps): Promise<Due[]> {
  return [...(await deps.database.withSystem((tx) => dueProbes(tx, deps.now())))];
}

/** One lane: probes sources off a list that other lanes share. Returns how many it probed. */
export async function workOff(deps: ProberDeps, due: Due[], signal: AbortSignal): Promise<number> {
  let probed = 0;
  for (let next = due.shift(); next !== undefined && !signal.aborted; next = due.shift()) {
    const { accountId, name } = next;
    const probe = await deps.database.withAccount(accountId, (tx) => claimProbe(tx, accountId, name, deps.now()));
    if (!probe) continue;
    probed += 1;
    await runProbe(deps, probe, signal).catch(deps.onError);
  }
  return probed;
}

/** Runs one probe: lists files outside of any transaction, then records all of the result or none. */
async function runProbe(deps: ProberDeps, probe: Probe, signal: AbortSignal): Promise<void> {
  const { accountId, source } = probe;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.probeLease)]);
  try {
    const key = source.key === null ? null : await deps.openKey(accountId, source.key, source.name);
    const dates = await deps.database.withAccount(accountId, (tx) => datesOfProbe(tx, probe, deps.now()));
    const request = { source, key, dates, timezone: source.schedule.timezone };
    const found = await findFiles(request, await deps.prepare(accountId, inTime));
    await deps.database.withAccount(accountId, (tx) => recordProbe(tx, deps, probe, { ...found, dates }));
  } catch (error) {
    // Another program probes the source when the lease has expired.
    if (signal.aborted) return;
    if (await deps.parts?.blame(error)) {
      await deps.database.withAccount(accountId, (tx) => giveBackProbe(tx, probe));
      return;
    }
    const failure = asPipelineError(error, deps.reference);
    if (failure.class === 'internal') deps.onError(error);
    await deps.database.withAccount(accountId, (tx) => recordFailedProbe(tx, deps, probe, failure));
  }
}

/** Expires the probes of programs that are known to be dead, so that their sources are due at once. */
export async function expireProbes(database: Database): Promise<void> {
  await database.withSystem((tx) =>
    sql`update download_declaration set probing_until = null, next_probe = now() where probing_until is not null`.execute(
      tx,
    ),
  );
}

/** @param interval milliseconds between two polls for due sources */
export function startProber(deps: ProberDeps, interval = INTERVAL): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const lanes = new Set<Promise<void>>();
  // A lane with a slow probe delays no other: free lanes take what is due by now.
  const fillLanes = async (): Promise<void> => {
    const free = LIMITS.probesPerProgram - lanes.size;
    if (free === 0 || (deps.parts?.failures() ?? []).length > 0 || deps.isDrained?.() === true) return;
    const due = await findDue(deps);
    for (let opening = Math.min(free, due.length); opening > 0; opening -= 1) {
      const lane: Promise<void> = workOff(deps, due, stopping.signal)
        .then(() => {}, deps.onError)
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  };
  const running = repeat(interval, fillLanes, deps.onError);
  return {
    async stop() {
      stopping.abort(new Error('The program stops.'));
      await running.stop();
      await Promise.all(lanes);
    },
  };
}
