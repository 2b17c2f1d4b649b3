import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { PipelineError } from '@switchboard/model/errors/errors';
import { FileFault, overLimit } from '../files/file-fault.ts';
import { restoreError } from '../files/restore-error.ts';
import type { Conversion, ConversionReply, RowsInfo } from './conversion.ts';
import { type Convert, runConversion } from './run-conversion.ts';

/** Starting a thread takes longer than converting a file that is smaller than this, packed and unpacked. */
const INLINE_PACKED_BYTES = 64 * 1024;
const INLINE_BYTES = 4 * 1024 ** 2;
const THREAD_MEMORY_MB = 1024;

/**
 * Converts a small file in this thread by `convert`, and any other in a thread of its own, which an abort terminates. The
 * result describes the rows, if the conversion makes any. Throws FileFault, and PipelineError STORAGE_* and
 * PROCESS_STOPPED.
 */
export async function convertFile<T extends Conversion>(
  conversion: T,
  convert: Convert<T>,
  signal: AbortSignal,
): Promise<RowsInfo | null> {
  signal.throwIfAborted();
  if ((await stat(conversion.from)).size <= INLINE_PACKED_BYTES) {
    try {
      const limits = { ...conversion.limits, bytes: INLINE_BYTES };
      return await runConversion({ ...conversion, limits }, convert);
    } catch (error) {
      // A small file can expand beyond the inline limit.
      if (!(error instanceof FileFault && error.code === 'ARCHIVE_LIMIT')) throw error;
    }
  }
  return convertInThread(conversion, signal);
}

async function convertInThread(conversion: Conversion, signal: AbortSignal): Promise<RowsInfo | null> {
  const worker = new Worker(new URL('../formats/convert-worker.ts', import.meta.url), {
    workerData: conversion,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  const outcome = new Promise<RowsInfo | null>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (reply: ConversionReply) => {
      if (reply.kind === 'done') resolve(reply.rows);
      else if (reply.kind === 'fault') reject(new FileFault(reply.code, reply.parameters));
      else reject(restoreError(reply.error));
    });
    worker.on('error', (error: unknown) => reject(threadFailure(error, conversion.filename)));
    worker.on('exit', () => {
      signal.removeEventListener('abort', onAbort);
      reject(new PipelineError('PROCESS_STOPPED', { how: 'a conversion thread exited' }));
    });
  });
  try {
    return await outcome;
  } finally {
    await worker.terminate();
  }
}

/** Translates a thread's failure. Out of memory means that the file expands beyond the limits. */
function threadFailure(error: unknown, file: string): Error {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return overLimit(file, '1 GB of memory', error);
  const how = error instanceof Error ? error.message : 'a conversion thread failed';
  return new PipelineError('PROCESS_STOPPED', { how }, { cause: error });
}
