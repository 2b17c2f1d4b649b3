import type { KeyProperties } from '@switchboard/connectors';
import { asPipelineError, type FindContext, findFiles } from '@switchboard/engine';
import { LIMITS } from '@switchboard/model';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import {
  claimProbe,
  datesOf,
  dueProbes,
  type Probe,
  type ProbeDeps,
  recordFailedProbe,
  recordProbe,
} from '../features/transfers/probe.ts';
import { every } from './every.ts';

export type ProberDeps = ProbeDeps & {
  readonly database: Database;
  readonly openKey: (accountId: string, keyName: string, neededBy: string) => Promise<KeyProperties>;
  /** What a listing may touch for one account. */
  readonly prepare: (accountId: string, signal: AbortSignal) => Promise<FindContext>;
  /** A short id that stands in a message and in the log. */
  readonly reference: () => string;
  readonly onError: (error: unknown) => void;
};

const INTERVAL = 1_000;

/** Looks once at every source whose time has come, as many at once as the limits allow. Returns how many it looked at. */
export async function probeSources(deps: ProberDeps, signal: AbortSignal): Promise<number> {
  const due = [...(await deps.database.withSystem((tx) => dueProbes(tx, deps.now())))];
  let looked = 0;
  const work = async (): Promise<void> => {
    for (let next = due.shift(); next !== undefined && !signal.aborted; next = due.shift()) {
      const { accountId, name } = next;
      const probe = await deps.database.withAccount(accountId, (tx) => claimProbe(tx, accountId, name, deps.now()));
      if (!probe) continue;
      looked += 1;
      await look(deps, probe, signal).catch(deps.onError);
    }
  };
  await Promise.all(Array.from({ length: LIMITS.probesPerProgram }, work));
  return looked;
}

/** One look: lists outside of any transaction, then records all of it or none. */
async function look(deps: ProberDeps, probe: Probe, signal: AbortSignal): Promise<void> {
  const { accountId, source } = probe;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.probeLease)]);
  try {
    const key = source.key === null ? null : await deps.openKey(accountId, source.key, source.name);
    const dates = datesOf(source, deps.now());
    const request = { source, key, dates, timezone: source.schedule.timezone };
    const found = await findFiles(request, await deps.prepare(accountId, inTime));
    await deps.database.withAccount(accountId, (tx) => recordProbe(tx, deps, probe, found));
  } catch (error) {
    // The next program goes on when the lease has ended.
    if (signal.aborted) return;
    const failure = asPipelineError(error, deps.reference);
    if (failure.class === 'internal') deps.onError(error);
    await deps.database.withAccount(accountId, (tx) => recordFailedProbe(tx, deps, probe, failure));
  }
}

/** Ends the looks of programs that are known to be dead, so that their sources are looked at without waiting them out. */
export async function expireProbes(database: Database): Promise<void> {
  await database.withSystem((tx) =>
    sql`update source set probing_until = null, next_probe = now() where probing_until is not null`.execute(tx),
  );
}

export function startProber(deps: ProberDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = every(INTERVAL, () => probeSources(deps, stopping.signal).then(() => {}), deps.onError);
  return {
    async stop() {
      stopping.abort(new Error('The program stops.'));
      await running.stop();
    },
  };
}
