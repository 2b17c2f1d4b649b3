import { parentPort } from 'node:worker_threads';
import type { ScanReply, ScanTask } from './scan.ts';
import { scanPart } from './scan-part.ts';

/** The program of a scanning thread: one task after another, each answered. */
parentPort?.on('message', (task: ScanTask) => {
  const reply = (message: ScanReply, transfer: readonly ArrayBuffer[] = []): void =>
    parentPort?.postMessage(message, transfer);
  try {
    const answer = scanPart(task);
    reply({ kind: 'answer', answer }, answer.pieces ? [...new Set([answer.pieces.space, answer.pieces.packed])] : []);
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    reply({
      kind: isSyntax ? 'unreadable' : 'failed',
      message: error instanceof Error ? error.message : String(error),
    });
  }
});
