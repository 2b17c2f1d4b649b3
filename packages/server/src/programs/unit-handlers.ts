import type { Logger } from 'pino';
import type { Attempt, WorkDeps } from '../pipeline/attempts/attempt-context.ts';
import { type AttemptEnd, readEnd } from '../pipeline/attempts/attempt-end.ts';
import { linkInputs } from '../pipeline/attempts/link-inputs.ts';
import { observeAttempt } from '../pipeline/attempts/observe-attempt.ts';
import { type FailureOptions, recordFailure, recordSuperseded } from '../pipeline/attempts/record-failure.ts';
import type { PrepareAttempt } from '../pipeline/attempts/traced-engine.ts';
import { runDownload } from '../pipeline/downloads/run-download.ts';
import { runFlow } from '../pipeline/flows/run-flow.ts';
import { runUpload } from '../pipeline/uploads/run-upload.ts';
import type { WorkerHandlers } from '../units/worker.ts';

export type HandlerOptions = FailureOptions & {
  /** Makes the engine's context for one attempt; `release` removes its scratch folder. */
  readonly prepare: PrepareAttempt;
  readonly log: Logger;
};

/** The work of each kind of unit. */
const WORK = { download: runDownload, flow: runFlow, upload: runUpload } as const;

/** Wires the pipeline to the units that stand for its work. */
export function createUnitHandlers(deps: WorkDeps, options: HandlerOptions): WorkerHandlers<AttemptEnd | null> {
  return {
    async prepare(unit, signal) {
      const { attempt, release } = await options.prepare(unit, signal);
      return { run: () => run(deps, attempt), release };
    },
    onFailed: (unit, error) => recordFailure(deps, options, unit, error),
    onSuperseded: (unit) => recordSuperseded(deps, unit),
    onUnitEnded: readEnd,
    observe: (unit, attempt) =>
      observeAttempt(options.log, unit, async () => {
        await linkInputs(deps.database, unit);
        return attempt();
      }),
  };
}

async function run(deps: WorkDeps, attempt: Attempt): Promise<void> {
  await attempt.engine.fault('after-claim');
  await WORK[attempt.unit.kind](deps, attempt);
}
