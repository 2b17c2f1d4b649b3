import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createEgress } from '@switchboard/connectors/egress';
import { connectorByName } from '@switchboard/connectors/registry';
import { createExecutor, createLocalStore, type EngineContext } from '@switchboard/engine';
import { noFault } from '@switchboard/model/faults';

export type BenchEngine = {
  /** Holds everything below; the caller removes it. */
  readonly root: string;
  /** Context of the engine: a local store, jailed database processes and every connector. `file` writes below `root`/out. */
  readonly context: EngineContext;
  stop(): Promise<void>;
};

/** The engine on real parts, in a folder of its own below another. */
export async function benchEngine(folder: string): Promise<BenchEngine> {
  const root = await mkdtemp(join(folder, 'ours-'));
  const scratch = join(root, 'scratch');
  const output = join(root, 'out');
  for (const made of [scratch, output]) await mkdir(made);
  const executor = createExecutor({ poolSize: 1 });
  return {
    root,
    context: {
      egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 60_000, now: Date.now }),
      signal: new AbortController().signal,
      fault: noFault,
      now: Date.now,
      folders: { read: [], write: [output] },
      store: createLocalStore(join(root, 'store')),
      executor,
      connectors: connectorByName(),
      onProgress: () => undefined,
      scratch,
    },
    stop: () => executor.stop(),
  };
}
