import type { ConnectorContext, SourceConnector, SourceRequest } from '../../spec.ts';
import { type DateKind, type SourceStatement, sourceStatement } from '../../sql/source-parameters.ts';
import { warehouseSourceFailure } from '../../warehouse/warehouse-failure.ts';
import { readWarehouse } from '../../warehouse/warehouse-source.ts';
import { openDatabricks } from './access.ts';
import { type Databricks, execute } from './api.ts';
import { SCHEMA_PARAMETERS, SESSION_PARAMETERS } from './connector.ts';
import { quoteName } from './names.ts';
import { readRows } from './read-rows.ts';

const KINDS: ReadonlyMap<string, DateKind> = new Map([
  ['date', 'day'],
  ['timestamp_ntz', 'local'],
  ['timestamp', 'moment'],
  ['string', 'text'],
]);

function bound(kind: DateKind, day: string, instant: string): string {
  if (kind === 'text') return `'${day}'`;
  if (kind === 'day') return `DATE'${day}'`;
  return kind === 'local' ? `TIMESTAMP_NTZ'${day} 00:00:00'` : `TIMESTAMP'${instant}Z'`;
}

/** Rows of a table or query of Databricks for each report date, as a CSV file. */
export const source: SourceConnector = {
  async fetch(request, context) {
    const statement = sourceStatement(request, { name: quoteName, bound });
    const databricks = openSession(request, context);
    const { host } = new URL(databricks.api.origin);
    const { table } = request.parameters;
    const place = typeof table === 'string' ? `table ${table}` : 'the query';
    const translate = (error: unknown): unknown =>
      warehouseSourceFailure(error, { name: request.name, key: request.key?.name ?? '', place });
    const pages = readStatement(databricks, statement);
    return { kind: 'files', files: readWarehouse(pages, request, `databricks://${host}`, translate, context) };
  },
};

function openSession(request: SourceRequest, context: ConnectorContext): Databricks {
  const { name, parameters, key } = request;
  const { warehouse_id, catalog } = SESSION_PARAMETERS.read(name, parameters);
  const { schema } = SCHEMA_PARAMETERS.read(name, parameters);
  const given = Object.entries({ warehouse_id, catalog, schema }).filter(([, value]) => value !== undefined);
  return { api: openDatabricks(name, key, context), session: Object.fromEntries(given) as Record<string, string> };
}

async function* readStatement(databricks: Databricks, statement: SourceStatement): AsyncGenerator<Buffer> {
  yield* readRows(databricks, statement.rows(await dateKind(databricks, statement.dateColumn)));
}

/** The date kind of a statement's only column; null when it holds no dates, or without a statement. */
async function dateKind(databricks: Databricks, text: string | null): Promise<DateKind | null> {
  if (text === null) return null;
  const { columns } = await execute(databricks, { text });
  return KINDS.get(columns[0]?.type ?? '') ?? null;
}
