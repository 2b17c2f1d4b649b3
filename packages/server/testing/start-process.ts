import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type StartedProcess = {
  readonly pid: number;
  readonly lines: () => readonly string[];
  /** Resolves when a line starts with this; rejects when the process ends before. */
  line(start: string): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<number | NodeJS.Signals>;
};

/** The program of `start-program.ts`. */
export const SERVER_PROGRAM = join(import.meta.dirname, 'start-program.ts');

/** Starts `SERVER_PROGRAM` under these settings. It takes its sources without types from where the test run keeps them, as the command does. */
export function startProcess(settings: Readonly<Record<string, string>>): StartedProcess {
  const child = spawn(process.execPath, [SERVER_PROGRAM], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const waiting = new Set<() => void>();
  const notify = (): void => {
    for (const check of waiting) check();
  };
  child.stdout.on('data', (piece: Buffer) => {
    text += piece.toString();
    notify();
  });
  let over = false;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => {
      over = true;
      notify();
      resolve(code ?? signal ?? 1);
    });
  });
  const lines = (): readonly string[] => text.split('\n').filter((line) => line !== '');
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    kill: (signal) => void child.kill(signal),
    line: (start) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = lines().find((line) => line.startsWith(start));
          if (found === undefined && !over) return;
          waiting.delete(check);
          if (found === undefined) reject(new Error(`It ended without "${start}":\n${text}`));
          else resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}
