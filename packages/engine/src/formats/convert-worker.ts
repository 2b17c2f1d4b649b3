import { parentPort, workerData } from 'node:worker_threads';
import { type Conversion, convertHere } from './convert.ts';
import { FileFault } from './file-fault.ts';
import type { RowsInfo } from './rows-writer.ts';

/** What a converting thread says at its end. */
export type ConversionReply =
  | { readonly kind: 'done'; readonly answer: RowsInfo | null }
  | { readonly kind: 'fault'; readonly code: FileFault['code']; readonly parameters: FileFault['parameters'] }
  | { readonly kind: 'failed'; readonly message: string };

const reply = (message: ConversionReply): void => parentPort?.postMessage(message);

/** The program of a converting thread: one conversion, then its end. */
try {
  reply({ kind: 'done', answer: await convertHere(workerData as Conversion) });
} catch (error) {
  if (error instanceof FileFault) reply({ kind: 'fault', code: error.code, parameters: error.parameters });
  else reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}
