import type { DatabaseProcess } from './child-process.ts';

/** A process that serves one account, with the number of jobs that it has been given. */
export type KeptProcess = { readonly process: DatabaseProcess; readonly jobs: number };

/** Runs something after so many milliseconds; returns what prevents it. */
export type Later = (milliseconds: number, run: () => void) => () => void;

export type KeptProcessesOptions = {
  /** The maximum of processes that wait, of all accounts; the one that has waited longest is ended first. */
  readonly max: number;
  /** The number of jobs after which a process is ended. */
  readonly maxJobs: number;
  /** Milliseconds after which a process is ended that was not used again, or is not empty yet. */
  readonly idleMs: number;
  readonly later: Later;
};

/** Emptied processes that wait for the next job of the account that they serve. */
export type KeptProcesses = {
  /** Empties a process and keeps it for the account; ends it when it is used up or cannot be emptied. */
  keep(accountId: string, used: KeptProcess): void;
  /** Resolves with a process that has served this account and no other; undefined for none. */
  take(accountId: string): Promise<KeptProcess | undefined>;
  /** Ends all that wait. */
  clear(): void;
};

type Waiting = KeptProcess & {
  readonly accountId: string;
  readonly isEmpty: Promise<boolean>;
  readonly forget: () => void;
};

export function createKeptProcesses({ max, maxJobs, idleMs, later }: KeptProcessesOptions): KeptProcesses {
  // The one that was used last is at the end.
  const waiting: Waiting[] = [];
  const remove = (entry: Waiting): void => {
    const place = waiting.indexOf(entry);
    if (place >= 0) waiting.splice(place, 1);
  };
  const end = (entry: Waiting): void => {
    remove(entry);
    entry.forget();
    entry.process.kill();
  };
  return {
    keep(accountId, { process, jobs }) {
      if (jobs >= maxJobs || max === 0) {
        process.kill();
        return;
      }
      const isEmpty = process
        .empty()
        .catch(() => false)
        .then((emptied) => {
          if (!emptied) end(entry);
          return emptied;
        });
      const entry: Waiting = { accountId, process, jobs, isEmpty, forget: later(idleMs, () => end(entry)) };
      waiting.push(entry);
      void process.ended.then(() => {
        remove(entry);
        entry.forget();
      });
      const [oldest] = waiting;
      if (waiting.length > max && oldest) end(oldest);
    },
    async take(accountId) {
      for (;;) {
        const found = waiting.findLast((entry) => entry.accountId === accountId);
        if (found === undefined) return undefined;
        remove(found);
        // Its time ends the wait for one that does not answer.
        const isEmpty = await found.isEmpty;
        found.forget();
        if (isEmpty) return { process: found.process, jobs: found.jobs };
      }
    },
    clear() {
      for (const entry of [...waiting]) end(entry);
    },
  };
}
