import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { noFault, type SourceColumn } from '@switchboard/model';
import type { EngineContext } from '../../packages/engine/src/context.ts';
import { loadPart } from '../../packages/engine/src/download/load.ts';
import { createExecutor } from '../../packages/engine/src/executors/create-executor.ts';
import { createLocalStore } from '../../packages/engine/src/files/local-store.ts';
import type { LoadAnswer } from '../../packages/engine/src/requests.ts';
import { type Measured, measure } from '../measure.ts';
import { type Fingerprint, fingerprint } from './fingerprint.ts';
import { LineList } from './line-list.ts';

export type OurRun = {
  /** The load itself; what follows only looks at its results. */
  readonly measured: Measured<LoadAnswer>;
  /** What was written; null when nobody wanted to look at it. */
  readonly found: {
    readonly dirtyLines: LineList;
    readonly strictLines: LineList;
    readonly table: Fingerprint;
  } | null;
};

/** The numbers that a packed file's lines have behind a prefix. Streams: the file may be larger than any string. */
async function numbersOf(path: string, prefix: string): Promise<LineList> {
  const numbers = new LineList();
  let pending = '';
  for await (const chunk of createReadStream(path).pipe(createGunzip()).setEncoding('utf8')) {
    const lines = (pending + String(chunk)).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      const number = line.startsWith(prefix) ? Number.parseInt(line.slice(prefix.length, prefix.length + 16), 10) : NaN;
      if (!Number.isNaN(number)) numbers.push(number);
    }
  }
  return numbers;
}

/** Runs our load step on a file: the whole of it, from the stored raw file to stored Parquet and dirty files. */
export async function runOurs(
  path: string,
  folder: string,
  columns: readonly SourceColumn[],
  looks = true,
): Promise<OurRun> {
  const root = await mkdtemp(join(folder, 'ours-'));
  const store = createLocalStore(join(root, 'store'));
  const scratch = join(root, 'scratch');
  await mkdir(scratch);
  const key = 'acct/1/raw/file.csv';
  await mkdir(join(root, 'store', dirname(key)), { recursive: true });
  await symlink(path, join(root, 'store', key));
  const executor = createExecutor({ poolSize: 0 });
  const context: EngineContext = {
    egress: undefined as never,
    signal: new AbortController().signal,
    fault: noFault,
    now: Date.now,
    folders: { read: [], write: [] },
    store,
    executor,
    connectors: new Map(),
    onProgress: () => undefined,
    scratch,
  };
  const { size } = await stat(path);
  const file = { key, filename: 'file.csv', url: '', bytes: size, sha256: '' };
  const table = { name: 'ads', schema: { columns, rest: false }, keepsLineNumbers: false };
  try {
    const measured = await measure(() =>
      loadPart({ name: 'ads', table, parameters: {}, files: [file], prefix: 'acct/1/load' }, context),
    );
    if (!looks) return { measured, found: null };
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
