import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, mountSmallDisk } from '@switchboard/server/testing';
import { faultRow } from '../../fault-row.ts';
import type { FaultRow, FaultTest } from '../../fault-test.ts';
import { secondsUntil } from '../../until.ts';

export const t9FullDisk: FaultTest = { id: 'T9', title: 'a disk that is full, with the embedded database on it', run };

const SWITCHBOARD = join(import.meta.dirname, '../../../../packages/cli/bin/switchboard.mjs');
const DISK_BYTES = 600 * 1024 ** 2;
/** How long the disk stays full, in milliseconds. */
const FULL = 20_000;

async function run(): Promise<readonly FaultRow[]> {
  const disk = mountSmallDisk(DISK_BYTES);
  if (disk === null) throw new Error('A file system in memory cannot be mounted here. Run this as root.');
  const port = await freePort();
  const child = spawn(process.execPath, [SWITCHBOARD, 'start'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: join(disk.folder, 'data'),
      DEMO: 'off',
      ROLES: 'worker,scheduler',
      METRICS_PORT: String(port),
      LOG_LEVEL: 'trace',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const ended = new Promise<string>((done) => {
    child.once('close', (code, signal) => done(signal ?? String(code)));
  });
  const heartbeat = async (): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${port}/_heartbeat`).catch(() => null);
    return answer?.ok === true;
  };
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  try {
    const started = await secondsUntil(90_000, () => output.includes('Switchboard is running.'));
    if (started === null) throw new Error(`It did not start: ${output}`);
    disk.fill();
    // As it ends when it cannot write its journal. The errors that follow are to be logged on the full disk.
    const postmaster = readFileSync(join(disk.folder, 'data/postgres/data/postmaster.pid'), 'utf8');
    process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL');
    await secondsUntil(FULL, () => {
      disk.fill();
      return !isRunning();
    });
    const survived = isRunning();
    disk.free();
    const back = await secondsUntil(90_000, heartbeat);
    const log = join(disk.folder, 'data/switchboard.log');
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').filter(Boolean) : [];
    const broken = lines.filter((line) => !isJson(line)).length;
    child.kill('SIGTERM');
    return [
      faultRow(
        `the disk full for ${FULL / 1000} s while the database ends, then not`,
        {
          'still runs': true,
          'log reported as full': true,
          'answers again': true,
          'log goes on': true,
          'broken lines in the log': 0,
          'exit code': '0',
        },
        {
          'still runs': survived,
          'answers again': back !== null,
          'broken lines in the log': broken,
          'exit code': await ended,
          seconds: back,
          'log reported as full': output.includes('The log cannot be written (ENOSPC)'),
          'log goes on': lines.length > 0,
        },
      ),
    ];
  } finally {
    child.kill('SIGKILL');
    await ended;
    disk.remove();
  }
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
