import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { PipelineError } from '@switchboard/model';
import { type Conversion, convertHere } from './convert.ts';
import type { ConversionReply } from './convert-worker.ts';
import { FileFault, overLimit } from './file-fault.ts';
import type { RowsInfo } from './rows-writer.ts';

/** Starting a thread takes longer than converting a file that is smaller than this, packed and unpacked. */
const INLINE_PACKED_BYTES = 64 * 1024;
const INLINE_BYTES = 4 * 1024 ** 2;
const THREAD_MEMORY_MB = 1024;

/**
 * Converts a file without holding up the process; an abort ends it in the middle. The answer is about the rows, if it makes
 * any. Throws FileFault, or PipelineError STORAGE_FULL and PROCESS_STOPPED.
 */
export async function convert(task: Conversion, signal: AbortSignal): Promise<RowsInfo | null> {
  signal.throwIfAborted();
  if ((await stat(task.from)).size <= INLINE_PACKED_BYTES) {
    try {
      return await convertHere({ ...task, limits: { ...task.limits, bytes: INLINE_BYTES } });
    } catch (error) {
      if (!(error instanceof FileFault && error.code === 'ARCHIVE_LIMIT')) throw error;
      // Small, but not what it unpacks to.
    }
  }
  return inThread(task, signal);
}

async function inThread(task: Conversion, signal: AbortSignal): Promise<RowsInfo | null> {
  const worker = new Worker(new URL('./convert-worker.ts', import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  const outcome = new Promise<RowsInfo | null>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (reply: ConversionReply) => {
      if (reply.kind === 'done') resolve(reply.answer);
      else if (reply.kind === 'fault') reject(new FileFault(reply.code, reply.parameters));
      else if (reply.message.includes('ENOSPC'))
        reject(new PipelineError('STORAGE_FULL', {}, { cause: reply.message }));
      else reject(new Error(reply.message));
    });
    worker.on('error', (error: unknown) => reject(threadFailure(error, task.filename)));
    worker.on('exit', () => {
      signal.removeEventListener('abort', onAbort);
      reject(new PipelineError('PROCESS_STOPPED', { how: 'a converting thread ended' }));
    });
  });
  try {
    return await outcome;
  } finally {
    await worker.terminate();
  }
}

/** A file that needs more memory than a thread may have is a bomb of its own kind. */
function threadFailure(error: unknown, file: string): Error {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return overLimit(file, '1 GB of memory', error);
  const how = error instanceof Error ? error.message : 'a converting thread failed';
  return new PipelineError('PROCESS_STOPPED', { how }, { cause: error });
}
