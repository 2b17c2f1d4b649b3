import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../bin/switchboard.mjs', import.meta.url));

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

export type Running = {
  readonly ended: Promise<Ended>;
  /** What was written so far. */
  readonly written: () => { readonly out: string; readonly err: string };
  kill(signal: NodeJS.Signals): void;
};

/** Starts the command as a program of its own, in a folder, with an environment of nothing but what is given, and `input` piped in. */
export function startCommand(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  input: string | Buffer = '',
): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A command that does not read its input may have ended before all of it was written.
  child.stdin.on('error', () => undefined).end(input);
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  return {
    ended: new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, ...written }));
    }),
    written: () => written,
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs the command to its end. */
export const runCommand = (
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  input: string | Buffer = '',
): Promise<Ended> => startCommand(args, cwd, env, input).ended;
