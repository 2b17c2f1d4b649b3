import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { noFault, type SourceColumn } from '@switchboard/model';
import type { EngineContext } from '../../packages/engine/src/context.ts';
import { loadPart } from '../../packages/engine/src/download/load.ts';
import { createExecutor } from '../../packages/engine/src/executors/create-executor.ts';
import { createLocalStore } from '../../packages/engine/src/files/local-store.ts';
import type { LoadAnswer } from '../../packages/engine/src/requests.ts';
import { type Measured, measure } from '../measure.ts';

export type OurRun = {
  /** The load itself; what follows only looks at its results. */
  readonly measured: Measured<LoadAnswer>;
  readonly dirtyLines: readonly number[];
  readonly strictLines: readonly number[];
};

/** Runs our load step on a file: the whole of it, from the stored raw file to stored Parquet and dirty files. */
export async function runOurs(path: string, folder: string, columns: readonly SourceColumn[]): Promise<OurRun> {
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
    const answer = measured.value;
    const read = async (stored: string | null): Promise<string> =>
      stored === null ? '' : text(createReadStream(await store.localPath(stored, scratch)).pipe(createGunzip()));
    const dirtyLines = [...(await read(answer.dirtyKey)).matchAll(/^(\d+),/gm)].map(([, line]) => Number(line));
    const strictLines = (await read(answer.newDirtyKey))
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { line: number }).line);
    return { measured, dirtyLines, strictLines };
  } finally {
    await executor.stop();
    await rm(root, { recursive: true });
  }
}
