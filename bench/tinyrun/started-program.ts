import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@switchboard/server/testing';

/** Attempt, as the program's log records it. */
export type LoggedAttempt = {
  readonly unit: string;
  readonly kind: string;
  /** Milliseconds by phase, and `total`. */
  readonly ms: Readonly<Record<string, number>>;
  readonly waitedMs: number;
};

export type StartedProgram = {
  readonly child: ChildProcess;
  /** The attempts that have ended so far. */
  attempts(): readonly LoggedAttempt[];
  stop(): Promise<void>;
};

/**
 * Starts the program on a data folder of its own and waits until it works.
 * @param nodeOptions options of Node; with any, the program also has a channel for messages
 */
export async function startProgram(dataDir: string, nodeOptions: readonly string[] = []): Promise<StartedProgram> {
  const program = fileURLToPath(new URL('./program.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, program], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      EGRESS_ALLOW: '127.0.0.1',
      DEMO: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit', ...(nodeOptions.length > 0 ? (['ipc'] as const) : [])],
  });
  const ended = once(child, 'close');
  if (child.stdout === null) throw new Error('The program has no output.');
  for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') break;
  child.stdout.resume();
  if (child.exitCode !== null) throw new Error('The program ended while it was starting.');
  return {
    child,
    attempts: () =>
      readFileSync(join(dataDir, 'program.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"msg":"unit ended"'))
        .map((line) => JSON.parse(line) as LoggedAttempt),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
