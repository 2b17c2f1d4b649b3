import { parentPort } from 'node:worker_threads';
import { packError } from '../files/thread-error.ts';
import { scanCsv } from '../formats/csv/csv-scan.ts';
import { ReportedError } from '../formats/documents/reported-error.ts';
import type { ScanReply, ScanRequest, ScanResult, ScanTask } from '../formats/part-scan/scan-task.ts';

/** Other formats are imported on first use: most threads only scan CSV. */
async function scan(task: ScanTask): Promise<ScanResult> {
  if (task.layout.kind === 'csv') return scanCsv(task, task.layout);
  const { scanPart } = await import('./scan-part.ts');
  return scanPart(task);
}

async function handle(request: ScanRequest): Promise<void> {
  if (request.kind === 'exit') {
    parentPort?.close();
    return;
  }
  const reply = (message: ScanReply, transfer: readonly ArrayBuffer[] = []): void =>
    parentPort?.postMessage(message, transfer);
  try {
    const result = await scan(request.task);
    const { clean, packed } = result;
    const frames = packed ? [...packed.dirty.frames, ...packed.newDirty.frames].map(({ buffer }) => buffer) : [];
    reply({ kind: 'result', result }, clean ? [clean.buffer, ...frames] : frames);
  } catch (error) {
    const isMalformed = error instanceof SyntaxError;
    const kind = error instanceof ReportedError ? 'reported' : isMalformed ? 'malformed' : 'failed';
    reply({ kind, error: packError(error) });
  }
}

/** The program of a scan thread: one task after another, with one reply each. */
parentPort?.on('message', (request: ScanRequest) => void handle(request));
