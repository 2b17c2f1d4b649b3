import type { ScanAnswer, ScanTask } from './scan.ts';
import { scanPart } from './scan-part.ts';

export type ScanPool = {
  readonly threads: number;
  readonly run: (task: ScanTask) => Promise<ScanAnswer>;
  close(): Promise<void>;
};

export function createScanPool(signal: AbortSignal): ScanPool {
  return {
    threads: 1,
    async run(task) {
      signal.throwIfAborted();
      return scanPart(task);
    },
    close: () => Promise.resolve(),
  };
}
