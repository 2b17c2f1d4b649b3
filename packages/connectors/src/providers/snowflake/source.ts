import type { SourceConnector, SourceRequest } from '../../spec.ts';
import { type DateKind, type SourceStatement, sourceStatement } from '../../sql/source-parameters.ts';
import { warehouseSourceFailure } from '../../warehouse/warehouse-failure.ts';
import { readWarehouse } from '../../warehouse/warehouse-source.ts';
import { execute, type Snowflake } from './api.ts';
import { quoteName } from './names.ts';
import { openSession } from './open-session.ts';
import { readRows } from './read-rows.ts';

const KINDS: ReadonlyMap<string, DateKind> = new Map([
  ['date', 'day'],
  ['timestamp_ntz', 'local'],
  ['timestamp_ltz', 'moment'],
  ['timestamp_tz', 'moment'],
  ['text', 'text'],
]);
const TYPES: Readonly<Record<DateKind, string>> = {
  day: 'DATE',
  local: 'TIMESTAMP_NTZ',
  moment: 'TIMESTAMP_TZ',
  text: 'VARCHAR',
};

/** Rows of a table or query of Snowflake for each report date, as a CSV file. */
export const source: SourceConnector = {
  async fetch(request, context) {
    const statement = sourceStatement(request, {
      name: quoteName,
      bound: (kind, day, instant) => `'${kind === 'moment' ? `${instant} +0000` : day}'::${TYPES[kind]}`,
    });
    const translate = (error: unknown): unknown => translateError(error, request);
    const snowflake = await translated(translate, async () => openSession(request, context));
    const { host } = new URL(snowflake.api.origin);
    const pages = readStatement(snowflake, statement);
    return { kind: 'files', files: readWarehouse(pages, request, `snowflake://${host}`, translate, context) };
  },
};

async function* readStatement(snowflake: Snowflake, statement: SourceStatement): AsyncGenerator<Buffer> {
  yield* readRows(snowflake, statement.rows(await dateKind(snowflake, statement.dateColumn)));
}

/** The date kind of a statement's only column; null when it holds no dates, or without a statement. */
async function dateKind(snowflake: Snowflake, text: string | null): Promise<DateKind | null> {
  if (text === null) return null;
  const { columns } = await execute(snowflake, { text });
  return KINDS.get(columns[0]?.type ?? '') ?? null;
}

async function translated<Result>(
  translate: (error: unknown) => unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

const translateError = (error: unknown, { name, key, parameters }: SourceRequest): unknown => {
  const { table } = parameters;
  const place = typeof table === 'string' ? `table ${table}` : 'the query';
  return warehouseSourceFailure(error, { name, key: key?.name ?? '', place });
};
