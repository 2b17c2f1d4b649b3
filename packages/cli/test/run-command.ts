import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTestExecutor } from '@switchboard/engine/testing';
import { main } from '../src/main.ts';
import { openTerminal } from '../src/terminal/terminal.ts';

// What commands import when they run is loaded before the tests, whose time limits are not meant for it.
await Promise.all([import('../src/fixtures/fixtures-command.ts'), import('../src/run/run-command.ts')]);

/** Five attempts take milliseconds instead of seconds. */
const FIRST_RETRY_DELAY = 5;
const PROGRAM = fileURLToPath(new URL('../bin/switchboard.mjs', import.meta.url));

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

export type Running = {
  readonly ended: Promise<Ended>;
  /** The output so far. */
  readonly written: () => { readonly out: string; readonly err: string };
  /** Resolves once the error output holds a text. */
  wrote(text: string): Promise<void>;
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
    wrote: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (written.err.includes(text)) resolve();
        };
        child.stderr.on('data', check);
        child.once('close', () => reject(new Error(`It ended without "${text}": ${written.err}`)));
        check();
      }),
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs the command as a program of its own, to its end. */
export const runProgram = (
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  input: string | Buffer = '',
): Promise<Ended> => startCommand(args, cwd, env, input).ended;

/**
 * Runs the command in this process, with the arguments, environment and input of `runProgram`: starting the program takes longer than
 * what most commands do. The long run, which sets `TEST_MATRIX=whole`, starts it each time.
 */
export async function runCommand(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  input: string | Buffer = '',
): Promise<Ended> {
  if (process.env['TEST_MATRIX'] === 'whole') return runProgram(args, cwd, env, input);
  const written = { out: '', err: '' };
  const write = (name: 'out' | 'err') => ({
    write: (text: string): void => {
      written[name] += text;
    },
  });
  const environment = { PATH: process.env['PATH'] ?? '', ...env };
  let code: number | null = 0;
  await main(['node', 'switchboard', ...args], {
    terminal: openTerminal(write('out'), write('err'), environment),
    env: environment,
    cwd,
    readInput: async () => Buffer.from(input),
    untilStopped: () => new AbortController().signal,
    startExecutor: createTestExecutor,
    firstRetryDelay: FIRST_RETRY_DELAY,
    exit: (asked) => {
      code = asked;
    },
  });
  return { code, ...written };
}
