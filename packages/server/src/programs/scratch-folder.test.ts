import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalStore } from '@switchboard/engine';
import { noFault } from '@switchboard/model/faults';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { openScratchFolder, SCRATCH_STALE } from './scratch-folder.ts';
import { createWorkParts } from './work-parts.ts';

const { database } = useDatabase();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-scratch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that opens a scratch folder, writes a file into it, prints its path and stays. */
async function startOwner(): Promise<{ readonly path: string; kill(): Promise<void> }> {
  const program = `
    import { writeFileSync } from 'node:fs';
    import { openScratchFolder } from ${JSON.stringify(join(import.meta.dirname, 'scratch-folder.ts'))};
    const { path } = await openScratchFolder(${JSON.stringify(folder)});
    writeFileSync(path + '/raw', 'rows');
    console.log(path);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const path = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('exit', () => reject(new Error('the process ended')));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    path,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The parts of one more worker on the same data folder. */
const startParts = (): ReturnType<typeof createWorkParts> =>
  createWorkParts({
    database,
    store: createLocalStore(join(folder, 'files')),
    scratchFolder: join(folder, 'scratch'),
    importFolder: join(folder, 'imports'),
    exportFolder: join(folder, 'exports'),
    egressAllow: [],
    fault: noFault,
    now: Date.now,
    databaseProcesses: 0,
    spillBytes: 1024 ** 3,
  });

test('a starting worker keeps the files of a running worker', async () => {
  const first = await startParts();
  const unit = { accountId: 'a', unitId: 'u', attempt: 1, kind: 'flow', retryCount: 0 } as never;
  const { attempt, release } = await first.prepare(unit, new AbortController().signal);
  const file = join(attempt.engine.scratch, 'raw');
  writeFileSync(file, 'rows');
  const second = await startParts();
  expect(existsSync(file)).toBe(true);
  await second.stop();
  expect(existsSync(file)).toBe(true);
  await release();
  await first.stop();
  expect(readdirSync(join(folder, 'scratch'))).toEqual([]);
});

test('the folder of a process is removed once it has ended, and not before', async () => {
  const owner = await startOwner();
  await (await openScratchFolder(folder)).remove();
  expect(readdirSync(owner.path)).toEqual(['raw']);
  await owner.kill();
  await (await openScratchFolder(folder)).remove();
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder of another machine, or without an owner, is removed only when it is stale', async () => {
  const elsewhere = { host: 'elsewhere', space: '', pid: process.pid, boot: 'other', started: '1' };
  writeFileSync(join(folder, 'there.json'), JSON.stringify(elsewhere));
  mkdirSync(join(folder, 'there'));
  mkdirSync(join(folder, '6e1c-1'));
  await (await openScratchFolder(folder)).remove();
  expect(readdirSync(folder).sort()).toEqual(['6e1c-1', 'there', 'there.json']);
  const stale = new Date(Date.now() - SCRATCH_STALE - 60_000);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), stale, stale);
  await (await openScratchFolder(folder)).remove();
  expect(readdirSync(folder)).toEqual([]);
});
