import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  buildResults,
  createLocalStore,
  type FlowRequest,
  type FlowResult,
  type LoadResult,
  loadPart,
} from '@switchboard/engine';
import { offlineContext } from '@switchboard/engine/testing';
import type { PlanTable, Source, SourceTable } from '@switchboard/model/plan';
import type { HostileFile } from './hostile-file.ts';
import { createOneProcessExecutor } from './one-process-executor.ts';

const REPORT_DATE = '2026-11-20';
const STATEMENT_MS = 20_000;
const LIMITS = { memoryBytes: 512 * 1024 ** 2, timeoutMs: STATEMENT_MS };

const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Matches values that no result may contain: none of the hostile values has these words in it. */
const NOT_A_NUMBER = '(^|[^a-zA-Z])(inf|nan|infinity)([^a-zA-Z]|$)';

export type LoadedTable = { readonly table: string; readonly loaded: LoadResult; readonly filename: string };

/** The real loader and the real executor in a folder of their own, for one case after the other. */
export type DataLab = {
  readonly load: (source: Source, table: SourceTable, file: HostileFile) => Promise<LoadedTable>;
  readonly build: (
    tables: readonly PlanTable[],
    inputs: readonly LoadedTable[],
    settle: (result: FlowResult) => Promise<string | null>,
  ) => Promise<string | null>;
  /** Why the stored rows of a result are wrong; null when they are not. */
  readonly wrongValue: (stored: {
    readonly key: string | null;
    readonly sure: readonly string[];
  }) => Promise<string | null>;
  /** The stored rows of a result, each as a text with its values. */
  readonly rows: (key: string) => Promise<string[]>;
  /** Removes everything of a case. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openDataLab(): Promise<DataLab> {
  const root = await mkdtemp(join(tmpdir(), 'switchboard-data-'));
  const executor = createOneProcessExecutor(root, STATEMENT_MS);
  let works = 0;
  let folder = join(root, 'case-0');
  let store = createLocalStore(join(folder, 'store'));

  const context = async (): Promise<ReturnType<typeof offlineContext>> => {
    works += 1;
    const scratch = join(folder, `scratch-${works}`);
    await mkdir(scratch, { recursive: true });
    return offlineContext({ store, executor, scratch, now: () => Date.parse(`${REPORT_DATE}T06:00:00Z`) });
  };

  return {
    async load({ parameters }, table, { filename, bytes }) {
      const ready = await context();
      const key = `acct/1/raw/${works}`;
      const stored = await store.put(key, Readable.from([Buffer.from(bytes)]));
      const loaded = await loadPart(
        {
          name: table.name,
          table,
          parameters,
          files: [{ filename, url: '', ...stored }],
          prefix: `acct/1/load/${works}`,
        },
        ready,
      );
      return { table: table.name, loaded, filename };
    },
    async build(tables, inputs, settle) {
      const ready = await context();
      const request: FlowRequest = {
        reportDate: REPORT_DATE,
        tables,
        inputs: inputs.map(({ table, loaded, filename }) => ({
          table,
          columns: loaded.columns,
          parts: loaded.tables.map(({ tableKey }) => ({ tableKey, reportDate: REPORT_DATE, filename })),
        })),
        states: tables.filter(({ state }) => state !== undefined).map(({ name }) => ({ table: name, stateKey: null })),
        outputs: tables.map(({ name }) => ({ upload: name, table: name })),
        prefix: `acct/1/flow/${works}`,
        limits: LIMITS,
      };
      return settle(await buildResults(request, ready));
    },
    async wrongValue({ key, sure }) {
      if (key === null) return null;
      const path = await store.localPath(key, folder);
      const session = await executor.open({ reads: [], writes: [], ...LIMITS }, new AbortController().signal);
      const nulls = sure.map((name) => `count(*) - count(${sqlName(name)})`).join(' + ') || '0';
      const [row] = await session.run(
        `SELECT ${nulls} AS nulls, count(*) FILTER (regexp_matches(CAST(t AS VARCHAR), ${sqlText(NOT_A_NUMBER)}, 'i')) AS bad,
         any_value(CAST(t AS VARCHAR)) FILTER (regexp_matches(CAST(t AS VARCHAR), ${sqlText(NOT_A_NUMBER)}, 'i')) AS shown
         FROM read_parquet(${sqlText(path)}) AS t`,
      );
      await session.close();
      if (Number(row?.['bad']) > 0) return `not a number: ${String(row?.['shown']).slice(0, 300)}`;
      return Number(row?.['nulls']) > 0 ? `null in one of ${sure.join(', ')}, which have none` : null;
    },
    async rows(key) {
      const path = await store.localPath(key, folder);
      const session = await executor.open({ reads: [], writes: [], ...LIMITS }, new AbortController().signal);
      const rows = await session.run(
        `SELECT array_to_string([*COLUMNS(*)], ' | ') AS cells
         FROM (SELECT coalesce(CAST(COLUMNS(*) AS VARCHAR), 'null') FROM read_parquet(${sqlText(path)}))`,
      );
      await session.close();
      return rows.map((row) => String(row['cells']));
    },
    async clear() {
      const done = folder;
      // A store remembers its folders, so that each case has one of its own.
      folder = join(root, `case-${works}`);
      store = createLocalStore(join(folder, 'store'));
      await rm(done, { recursive: true, force: true });
    },
    async close() {
      await executor.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
