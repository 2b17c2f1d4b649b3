import { sql } from 'kysely';
import type { Batch } from '../../graphql/loaders.ts';

/** Days of a volume, today included. */
export const VOLUME_DAYS = 30;

export type VolumeAmount = { readonly rows: number; readonly bytes: number };

/** Volume loaded into a table of a source in the last 30 days. */
export type TableVolume = {
  readonly name: string;
  /** Without refills. */
  readonly production: VolumeAmount;
  readonly refill: VolumeAmount;
  readonly backfill: VolumeAmount;
  readonly proof: VolumeAmount;
};

type Row = {
  readonly source: string;
  readonly name: string;
  readonly purpose: 'production' | 'backfill' | 'proof';
  readonly rows: number;
  readonly bytes: number;
  readonly refill_rows: number;
  readonly refill_bytes: number;
};

const NOTHING: VolumeAmount = { rows: 0, bytes: 0 };

/** The volumes of the tables of these sources, by name of the source. Tables without rows are left out. */
export const volumesOfSources: Batch<readonly TableVolume[]> = async (tx, accountId, names) => {
  const { rows } = await sql<Row>`
    select source, table_name as name, purpose, sum(row_count)::float8 as rows, sum(bytes)::float8 as bytes,
      sum(refill_row_count)::float8 as refill_rows, sum(refill_bytes)::float8 as refill_bytes
    from table_volume_day
    where account_id = ${accountId}::uuid and source = any(${[...names]}::text[])
      and day > (now() at time zone 'UTC')::date - ${VOLUME_DAYS}::int
    group by source, table_name, purpose
  `.execute(tx);
  return new Map([...Map.groupBy(rows, ({ source }) => source)].map(([source, of]) => [source, volumesOf(of)]));
};

function volumesOf(rows: readonly Row[]): readonly TableVolume[] {
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, of]) => {
    const amount = (purpose: Row['purpose']): VolumeAmount => of.find((row) => row.purpose === purpose) ?? NOTHING;
    const production = of.find((row) => row.purpose === 'production');
    const refill = { rows: production?.refill_rows ?? 0, bytes: production?.refill_bytes ?? 0 };
    return {
      name,
      production: { rows: (production?.rows ?? 0) - refill.rows, bytes: (production?.bytes ?? 0) - refill.bytes },
      refill,
      backfill: amount('backfill'),
      proof: amount('proof'),
    };
  });
}
