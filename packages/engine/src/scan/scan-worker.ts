import { parentPort } from 'node:worker_threads';
import { scanCsv } from '../formats/csv/csv-scan.ts';
import type { ScanAnswer, ScanJob, ScanReply, ScanTask } from './scan-task.ts';

/** Readers of other formats are loaded with the first file that needs them: most threads only ever see CSV. */
async function scan(task: ScanTask): Promise<ScanAnswer> {
  if (task.layout.kind === 'csv') return scanCsv(task, task.layout);
  const { scanRecords } = await import('../formats/record-scan.ts');
  return scanRecords(task, task.layout);
}

async function answer(job: ScanJob): Promise<void> {
  if (job.kind === 'leave') {
    parentPort?.close();
    return;
  }
  const reply = (message: ScanReply, transfer: readonly ArrayBuffer[] = []): void =>
    parentPort?.postMessage(message, transfer);
  try {
    const found = await scan(job.task);
    const { pieces, packed } = found;
    const frames = packed ? [...packed.dirty.frames, ...packed.fresh.frames].map(({ buffer }) => buffer) : [];
    reply({ kind: 'answer', answer: found }, pieces ? [pieces.packed, ...frames] : frames);
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    reply({
      kind: isSyntax ? 'unreadable' : 'failed',
      message: error instanceof Error ? error.message : String(error),
    });
  }
}

/** The program of a scanning thread: one task after another, each answered. */
parentPort?.on('message', (job: ScanJob) => void answer(job));
