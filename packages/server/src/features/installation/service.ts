import type { FileStore } from '@switchboard/engine';
import type { Database } from '../../db/database.ts';
import { type FailedSelection, type RetriedPage, retryFailedPage } from '../../pipeline/recovery/retry-failed.ts';
import type { Queue } from '../../queue/queue.ts';
import { examine } from './examine.ts';
import type { DoctorReport } from './report.ts';

export type InstallationActions = {
  /** Returns the report of `switchboard doctor`, at most a few seconds old. */
  examine(): Promise<DoctorReport>;
  /** Starts a page of what failed again, from `after` on. */
  retryFailed(selection: FailedSelection, by: string, after: string): Promise<RetriedPage>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly installation: InstallationActions;
  }
}

export type InstallationOptions = {
  readonly database: Database;
  readonly queue: Queue;
  /** Absolute. */
  readonly dataFolder: string;
  readonly now: () => number;
  readonly store: FileStore;
};

/** Milliseconds for which a report is given again: it reads every account. */
const FRESH_MS = 10_000;

export function createInstallationActions(options: InstallationOptions): InstallationActions {
  const { database, queue, dataFolder, now, store } = options;
  let asked: { readonly at: number; readonly report: Promise<DoctorReport> } | null = null;
  return {
    retryFailed: (selection, by, after) => retryFailedPage({ database, queue }, selection, by, after),
    examine() {
      const at = now();
      if (asked !== null && at - asked.at < FRESH_MS) return asked.report;
      const report = examine({ url: database.url, dataFolder, now, store });
      const asking = { at, report };
      asked = asking;
      report.catch(() => {
        if (asked === asking) asked = null;
      });
      return report;
    },
  };
}
