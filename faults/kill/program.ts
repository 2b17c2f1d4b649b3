import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_PROGRAM } from '@switchboard/server/testing';

export type ProgramSettings = {
  /** Everything that the program keeps. */
  readonly folder: string;
  readonly port: number;
};

/** The whole server as a process of its own, with the embedded database. */
export type RunningProgram = {
  /** Resolves with the signal or exit code by which it ended. */
  readonly ended: Promise<string>;
  /** Resolves when it answers requests, or when it has ended before. */
  readonly ready: Promise<void>;
  readonly output: () => string;
  kill(signal: NodeJS.Signals): void;
  /** Processes that it started, or that those started, and that still run; the database has a session of its own. */
  left(): number[];
};

/** @param fault the point at which it kills itself, and the count; '' for none */
export function startProgram(settings: ProgramSettings, fault: string): RunningProgram {
  const child = spawn(process.execPath, [SERVER_PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: settings.folder,
      PORT: String(settings.port),
      PUBLIC_URL: `http://127.0.0.1:${settings.port}`,
      DEMO: 'off',
      EGRESS_ALLOW: '127.0.0.1',
      // One unit at a point and another one somewhere: more would be hit by every kill.
      WORKER_CONCURRENCY: '2',
      FAULT: fault,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own, by which what it leaves behind is found.
    detached: true,
  });
  let output = '';
  let notify = (): void => {};
  const ready = new Promise<void>((done) => {
    notify = () => {
      if (/^ready$/m.test(output)) done();
    };
    child.once('close', () => done());
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      notify();
    });
  const ended = new Promise<string>((done) => {
    child.once('close', (code, signal) => done(signal ?? String(code)));
  });
  return {
    ended,
    ready,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    left: () => sessionOf(child.pid ?? 0),
  };
}

/** Process ids of a session, dead ones that were not reaped aside. */
function sessionOf(id: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(join('/proc', name, 'stat'), 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields[0] !== 'Z' && Number(fields[3]) === id ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Superuser's URL of a database of the program's embedded server. */
export function databaseUrl({ folder }: ProgramSettings, name = 'switchboard'): string {
  const read = (file: string): string => readFileSync(join(folder, 'postgres', file), 'utf8').trim();
  return `postgresql://postgres:${read('password')}@127.0.0.1:${read('port')}/${name}`;
}

/** Asks again and again until an answer is not null. Throws after `within` milliseconds. */
export async function until<T>(what: string, within: number, ask: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`${what} took longer than ${within / 1000} s.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
