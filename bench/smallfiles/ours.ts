import { createReadStream } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  createLocalStore,
  type Executor,
  type FileStore,
  loadPart,
  type SqlSession,
  unpackedText,
} from '@switchboard/engine';
import { offlineContext } from '@switchboard/engine/testing';
import type { BareLoad } from './bare.ts';
import type { SmallFile } from './files.ts';

/** Where the time of a load goes, in milliseconds. Opening is the jail's part. */
export type Stages = { open: number; query: number; store: number; total: number };
export type OurLoad = { readonly stages: Stages; readonly tablePath: string; check(): Promise<BareLoad> };

export type OurLoader = { load(file: SmallFile): Promise<OurLoad> };

/** Adds the time that a promise takes. */
async function counted<T>(stages: Stages, stage: keyof Stages, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    stages[stage] += performance.now() - start;
  }
}

const watchedExecutor = (executor: Executor, stages: Stages): Executor => ({
  stop: () => executor.stop(),
  open: async (job, signal) => {
    const session: SqlSession = await counted(stages, 'open', () => executor.open(job, signal));
    return {
      run: (sql, options) => counted(stages, 'query', () => session.run(sql, options)),
      close: () => counted(stages, 'open', () => session.close()),
    };
  },
});

const watchedStore = (store: FileStore, stages: Stages): FileStore => ({
  ...store,
  putFile: (key, from) => counted(stages, 'store', () => store.putFile(key, from)),
});

/** The product's load step: from the stored raw file to stored Parquet, sample and dirty rows. */
export async function createLoader(root: string, executor: Executor): Promise<OurLoader> {
  const folder = join(root, 'store');
  const store = createLocalStore(folder);
  await mkdir(join(folder, 'acct/1/raw'), { recursive: true });
  let count = 0;
  return {
    async load(file) {
      count += 1;
      const key = `acct/1/raw/${count}-${file.name}`;
      const scratch = join(root, `scratch-${count}`);
      await mkdir(scratch);
      await symlink(file.path, join(folder, key));
      const stages: Stages = { open: 0, query: 0, store: 0, total: 0 };
      const context = offlineContext({
        store: watchedStore(store, stages),
        executor: watchedExecutor(executor, stages),
        scratch,
      });
      const raw = { key, filename: file.name, url: '', bytes: 1, sha256: '' };
      const table = { name: 'ads', schema: { columns: file.columns, rest: false }, keepsLineNumbers: false };
      const request = { name: 'ads', table, parameters: {}, files: [raw], prefix: `acct/1/table/${count}/1/ads` };
      const answer = await counted(stages, 'total', () => loadPart(request, context));
      await rm(scratch, { recursive: true });
      return {
        stages,
        tablePath: await store.localPath(answer.tables[0]?.tableKey ?? '', scratch),
        async check() {
          const stored = answer.dirtyKey === null ? null : await store.localPath(answer.dirtyKey, scratch);
          const dirty = stored === null ? '' : await text(unpackedText(createReadStream(stored)));
          return { rows: answer.rows, dirtyLines: [...dirty.matchAll(/^(\d+),/gm)].map(([, line]) => Number(line)) };
        },
      };
    },
  };
}
