import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import type { ColumnType, SourceColumn } from '@switchboard/model/schema';
import type { EngineContext, Progress } from '../src/context.ts';
import { loadPart } from '../src/download/load/load.ts';
import type { LoadSizes } from '../src/download/load/load-job.ts';
import type { SqlRow, SqlSession } from '../src/executors/executor.ts';
import { createLocalStore } from '../src/files/local-store.ts';
import { unpackedText } from '../src/formats/part-scan/packed-text.ts';
import type { LoadResult, RawFile } from '../src/requests.ts';
import { createTestExecutor } from './executor.ts';
import { offlineContext } from './offline-context.ts';

export type LoadedFile = {
  readonly answer: LoadResult;
  /** Every row of every table, values as the database writes them. */
  readonly rows: readonly SqlRow[];
  /** Records of the dirty file, without its header. */
  readonly dirty: readonly {
    readonly line: number;
    readonly column: string;
    readonly reason: string;
    readonly raw: string;
    /** The file's name, when the part has several. */
    readonly file?: string;
  }[];
  readonly newDirty: readonly {
    readonly line: number;
    readonly file?: string;
    readonly raw: string;
    readonly columns: readonly { readonly column: string; readonly reason: string }[];
  }[];
  readonly sample: string;
};

export type LoadInput = {
  readonly files: readonly {
    readonly filename: string;
    readonly content: string | Buffer;
    readonly charset?: string;
    readonly decimals?: NonNullable<RawFile['decimals']>;
  }[];
  readonly columns: readonly SourceColumn[];
  readonly rest?: boolean;
  readonly parameters?: Parameters;
  readonly lineNumbers?: boolean;
  /** Pattern of the table, as one of a bundle. */
  readonly member?: string;
  readonly context?: Partial<EngineContext>;
  readonly onProgress?: (progress: Progress) => void;
  /** By default those of production. */
  readonly sizes?: LoadSizes;
};

/** A column as a script declares it; `header` is its name by default. */
export function column(
  name: string,
  type: ColumnType['kind'] | ColumnType,
  options: Partial<SourceColumn> = {},
): SourceColumn {
  const whole = typeof type === 'string' ? ({ kind: type } as ColumnType) : type;
  return { name, header: name, type: whole, nullable: true, ...options };
}

/** A working place for loads: a store, an executor and a scratch folder for each load. */
export async function createLoader(): Promise<{ load(input: LoadInput): Promise<LoadedFile>; close(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'load-'));
  const store = createLocalStore(join(root, 'store'));
  const executor = createTestExecutor();
  let count = 0;
  /** Reads the tables of every load. */
  let reading: Promise<SqlSession> | undefined;

  const textOf = async (key: string | null): Promise<string> =>
    key === null ? '' : text(unpackedText(await store.open(key)));

  async function load(input: LoadInput): Promise<LoadedFile> {
    count += 1;
    const scratch = await mkdtemp(join(root, 'scratch-'));
    const files: RawFile[] = [];
    for (const [index, file] of input.files.entries()) {
      const key = `acct/1/raw/${count}/${index}`;
      const stored = await store.put(key, Readable.from([Buffer.from(file.content)]));
      const { content: _, ...about } = file;
      files.push({ url: '', ...stored, ...about });
    }
    const onProgress = input.onProgress ?? (() => undefined);
    const context = offlineContext({ store, executor, scratch, now: () => 0, onProgress, ...input.context });
    const table = {
      name: 'ads',
      schema: { columns: input.columns, rest: input.rest ?? false },
      keepsLineNumbers: input.lineNumbers ?? false,
      ...(input.member === undefined ? {} : { member: input.member }),
    };
    try {
      const answer = await loadPart(
        { name: 'ads', table, parameters: input.parameters ?? {}, files, prefix: `acct/1/load/${count}` },
        context,
        input.sizes,
      );
      return {
        answer,
        rows: await rowsOf(answer),
        dirty: dirtyOf(await textOf(answer.dirtyKey)),
        newDirty: (await textOf(answer.newDirtyKey))
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as LoadedFile['newDirty'][number]),
        sample: await text(await store.open(answer.sampleKey)),
      };
    } finally {
      await rm(scratch, { recursive: true });
    }
  }

  async function rowsOf(answer: LoadResult): Promise<readonly SqlRow[]> {
    const paths = await Promise.all(answer.tables.map((table) => store.localPath(table.tableKey, root)));
    reading ??= executor.open(
      { reads: [root], writes: [], memoryBytes: 512 * 1024 ** 2, timeoutMs: 15 * 60_000 },
      new AbortController().signal,
    );
    const list = paths.map((path) => `'${path}'`).join(', ');
    return (await reading).run(`SELECT * FROM read_parquet([${list}])`);
  }

  return {
    load,
    async close() {
      await executor.stop();
      await rm(root, { recursive: true });
    },
  };
}

function dirtyOf(text: string): LoadedFile['dirty'] {
  const cells = parseCsv(text);
  return cells.slice(1).map(([line = '', name = '', reason = '', raw = '', file = '']) => ({
    line: Number(line),
    column: name,
    reason,
    raw,
    ...(file === '' ? {} : { file }),
  }));
}

/** A reader of CSV that shares nothing with the one under test: a regular expression over the whole text. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const match of text.matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\n|$)/g)) {
    const [whole, cell = '', end] = match;
    if (whole === '') break;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
