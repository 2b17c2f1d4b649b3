import { LIMITS } from '@switchboard/model/limits';
import { hasMagic } from '../../files/magic-bytes.ts';
import { mapHeader } from '../csv/csv-layout.ts';
import type { FormatInput, FormatReader, ScanPlan } from '../format-reader.ts';
import { planRows } from '../rows/plan-rows.ts';
import { openParquet, parquetFailure } from './open-parquet.ts';
import { parquetRows } from './parquet-to-rows.ts';
import { typedParquet } from './parquet-typed.ts';

type WholeCopy = { readonly records: number; readonly copy: NonNullable<ScanPlan['copyWhole']> };

/** Plans to copy a Parquet file without a scan; null when one of its values does not fit its declared type. */
async function planWholeCopy(input: FormatInput): Promise<WholeCopy | null> {
  const { file, schema, options, signal, lineNumbers, maxRecords } = input;
  if (schema.rest || options.nullValues.length > 0 || maxRecords !== undefined) return null;
  const { session, path, columns } = await openParquet(input);
  const names = columns.map(({ name }) => name);
  const statements = typedParquet(path, columns, mapHeader(names, schema, file.filename));
  if (statements === null) return null;
  const [counted] = await session.run(statements.count, { table: file.filename }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw parquetFailure(error, file.filename);
  });
  if (counted?.['unfit'] !== 0) return null;
  return { records: Number(counted['records']), copy: (wanted, to) => statements.copy(wanted, to, lineNumbers) };
}

async function planParquet(input: FormatInput): Promise<ScanPlan> {
  const whole = await planWholeCopy(input);
  // A copied file needs rows only for its sample.
  const rows = await parquetRows(whole === null ? input : { ...input, maxRecords: LIMITS.sampleRows });
  const plan = await planRows(input, rows, { hasNames: true });
  return whole === null || plan.scan === null
    ? plan
    : { ...plan, declaredRecords: whole.records, copyWhole: whole.copy };
}

/** A Parquet file. */
export const parquetFormat: FormatReader = {
  extensions: ['parquet', 'pq'],
  isBinary: true,
  matchesMagic: (head) => hasMagic(head, 0x50, 0x41, 0x52, 0x31),
  plan: planParquet,
};
