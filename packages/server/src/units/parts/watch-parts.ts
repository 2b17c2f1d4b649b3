import { setTimeout } from 'node:timers/promises';
import { PipelineError } from '@switchboard/model/errors/errors';
import { METRICS } from '../../observe/metrics.ts';
import { repeat } from '../../queue/repeat.ts';
import type { Part, PartFailure, PartName } from './part.ts';

export type PartWatch = {
  /** The parts that do not work now. A program with any takes no work. */
  readonly failures: () => readonly PartFailure[];
  /**
   * Finds the part that made an attempt fail: one that the error may come from, and that does not work when it is used at once.
   * @returns null when all work, so that the failure is that of the attempt
   */
  readonly blame: (error: unknown) => Promise<PartFailure | null>;
  /** Checks parts of which another program says that they fail. */
  readonly suspect: (names: readonly PartName[]) => Promise<void>;
  stop(): Promise<void>;
};

export type WatchOptions = {
  readonly parts: readonly Part[];
  /** A part began, or ceased, to fail. */
  readonly onChange: (part: PartName, failure: PipelineError | null) => void;
  readonly onError: (error: unknown) => void;
};

/** Milliseconds between two checks of a part that fails. */
const INTERVAL = 5_000;
/** Milliseconds after which a part that does not answer fails. */
const PATIENCE = 15_000;

/**
 * Decides whether this program can work. A part is checked when an attempt fails with an error that may come from it; one that
 * fails, again and again until it works.
 */
export function watchParts(options: WatchOptions, interval = INTERVAL): PartWatch {
  const { parts, onChange } = options;
  const failing = new Map<PartName, PartFailure>();
  const checking = new Map<PartName, Promise<PartFailure | null>>();
  for (const { name } of parts) METRICS.partFailing.set({ part: name }, 0);

  const examine = async ({ name, check }: Part): Promise<PartFailure | null> => {
    const known = failing.get(name);
    try {
      await inTime(check());
    } catch (error) {
      const failure =
        error instanceof PipelineError ? error : new PipelineError('HOST_FAILED', { reason: String(error) });
      const found = { part: name, failure, since: known?.since ?? Date.now() };
      failing.set(name, found);
      if (known === undefined) changed(name, failure);
      return found;
    }
    if (failing.delete(name)) changed(name, null);
    return null;
  };
  const changed = (name: PartName, failure: PipelineError | null): void => {
    METRICS.partFailing.set({ part: name }, failure === null ? 0 : 1);
    onChange(name, failure);
  };
  const checkOnce = (part: Part): Promise<PartFailure | null> => {
    const running = checking.get(part.name) ?? examine(part).finally(() => checking.delete(part.name));
    checking.set(part.name, running);
    return running;
  };

  const running = repeat(
    interval,
    async () => {
      await Promise.all(parts.filter(({ name }) => failing.has(name)).map(checkOnce));
    },
    options.onError,
  );
  return {
    failures: () => [...failing.values()],
    async blame(error) {
      const found = await Promise.all(parts.filter((part) => part.suspects(error)).map(checkOnce));
      return found.find((failure) => failure !== null) ?? null;
    },
    async suspect(names) {
      const suspects = parts.filter(({ name }) => names.includes(name) && !failing.has(name));
      await Promise.all(suspects.map(checkOnce));
    },
    async stop() {
      await running.stop();
      for (const { name } of parts) METRICS.partFailing.remove({ part: name });
    },
  };
}

async function inTime(check: Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = setTimeout(PATIENCE, undefined, { signal: over.signal }).then(() => {
    throw new PipelineError('HOST_FAILED', { reason: `no answer within ${PATIENCE / 1_000} s` });
  });
  try {
    await Promise.race([check, late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}
