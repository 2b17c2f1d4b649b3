import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createExecutor, createLocalStore, type LoadResult, loadPart } from '@switchboard/engine';
import { offlineContext } from '@switchboard/engine/testing';
import type { SourceColumn } from '@switchboard/model/schema';
import { type Measured, measure } from '../measure.ts';
import { type Fingerprint, fingerprint } from './fingerprint.ts';
import { LineList } from './line-list.ts';

export type OurRun = {
  /** The load itself; what follows only reads its results. */
  readonly measured: Measured<LoadResult>;
  /** Written rows; null when the caller does not need them. */
  readonly found: {
    readonly dirtyLines: LineList;
    readonly strictLines: LineList;
    readonly table: Fingerprint;
  } | null;
};

/** The numbers that a packed file's lines have behind a prefix. */
async function numbersOf(path: string, prefix: string): Promise<LineList> {
  const program = join(import.meta.dirname, 'line-numbers.ts');
  const child = spawn(process.execPath, [program, path, prefix], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const numbers = new LineList();
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([pending, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    for (let at = 0; at < whole; at += 4) numbers.push(bytes.readInt32LE(at));
    pending = bytes.subarray(whole);
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return numbers;
}

/** Runs our load step on a file: the whole of it, from the stored raw file to stored Parquet and dirty files. */
export async function runOurs(
  path: string,
  folder: string,
  columns: readonly SourceColumn[],
  inspects = true,
): Promise<OurRun> {
  const root = await mkdtemp(join(folder, 'ours-'));
  const store = createLocalStore(join(root, 'store'));
  const scratch = join(root, 'scratch');
  await mkdir(scratch);
  const key = 'acct/1/raw/file.csv';
  await mkdir(join(root, 'store', dirname(key)), { recursive: true });
  await symlink(path, join(root, 'store', key));
  const executor = createExecutor({ poolSize: 0 });
  const context = offlineContext({ store, executor, scratch });
  const { size } = await stat(path);
  const file = { key, filename: 'file.csv', url: '', bytes: size, sha256: '' };
  const table = { name: 'ads', schema: { columns, rest: false }, keepsLineNumbers: false };
  try {
    const measured = await measure(() =>
      loadPart({ name: 'ads', table, parameters: {}, files: [file], prefix: 'acct/1/load' }, context),
    );
    if (!inspects) return { measured, found: null };
    const { dirtyKey, newDirtyKey, tables } = measured.value;
    const read = async (stored: string | null, prefix: string): Promise<LineList> =>
      stored === null ? new LineList() : numbersOf(await store.localPath(stored, scratch), prefix);
    const found = {
      dirtyLines: await read(dirtyKey, ''),
      strictLines: await read(newDirtyKey, '{"line":'),
      table: await fingerprint(await store.localPath(tables[0]?.tableKey ?? '', scratch), columns),
    };
    return { measured, found };
  } finally {
    await executor.stop();
    await rm(root, { recursive: true });
  }
}
