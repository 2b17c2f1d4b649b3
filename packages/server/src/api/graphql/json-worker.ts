import { parentPort, workerData } from 'node:worker_threads';
import { RequestError } from '../../graphql/request-error.ts';
import { readJson } from '../http/read-json.ts';
import type { JsonReply } from './json-thread.ts';

const reply = (message: JsonReply): void => parentPort?.postMessage(message);

/** The program of a parsing thread: one body, then it exits. */
try {
  const bytes = workerData as Uint8Array;
  reply({ kind: 'parsed', body: readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) });
} catch (error) {
  if (!(error instanceof RequestError)) throw error;
  reply({ kind: 'refused', reason: error.message });
}
