import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore, FlowRequest, FlowState } from '@switchboard/engine';
import type { PlanTable } from '@switchboard/model/plan';

/** The rows of `upsert` and `snapshot` tables between report dates, one Parquet file a table. */
export type KeptRows = {
  /** Puts the kept rows of these tables into the store, for a flow. */
  readonly offer: (tables: readonly PlanTable[], prefix: string) => Promise<NonNullable<FlowRequest['states']>>;
  /** Keeps the rows that flows have made. */
  readonly commit: (states: readonly FlowState[]) => Promise<void>;
};

/** Keeps rows in a folder, which is made when the first rows are kept. */
export function openKeptRows(folder: string, store: FileStore): KeptRows {
  const fileOf = (table: string): string => join(folder, `${encodeURIComponent(table)}.parquet`);
  return {
    async offer(tables, prefix) {
      const offered: { table: string; stateKey: string | null }[] = [];
      for (const { name, state } of tables) {
        if (state === undefined) continue;
        const file = fileOf(name);
        const key = `${prefix}/${offered.length}.parquet`;
        const kept = existsSync(file) ? await store.put(key, createReadStream(file)) : null;
        offered.push({ table: name, stateKey: kept?.key ?? null });
      }
      return offered;
    },
    async commit(states) {
      if (states.length > 0) await mkdir(folder, { recursive: true });
      for (const { table, stateKey } of states) {
        const copy = `${fileOf(table)}.new`;
        await pipeline(await store.open(stateKey), createWriteStream(copy));
        await rename(copy, fileOf(table));
      }
    },
  };
}
