import { Readable } from 'node:stream';
import { rowsFile } from '../listing/rows-file.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../spec.ts';
import type { FoundDecimals } from '../sql/decimal-digits.ts';
import { type DateKind, type SourceStatement, type Spelling, sourceStatement } from '../sql/source-parameters.ts';
import type { Warehouse, WarehouseSession } from './warehouse.ts';
import { warehouseSourceFailure } from './warehouse-failure.ts';

/** A warehouse as a source. */
export type WarehouseReader = Spelling &
  Pick<Warehouse, 'execute'> & {
    /** The beginning of the addresses that people are shown. */
    readonly scheme: string;
    /** Kinds of date columns by the types of the warehouse. */
    readonly kinds: ReadonlyMap<string, DateKind>;
    /** Opens a session without sending a request. Throws KEY_MISSING, KEY_NOT_SUPPORTED, PARAMETER_INVALID or WarehouseFailure. */
    open(request: SourceRequest, context: ConnectorContext): WarehouseSession;
    /** Runs a query and gives its rows as CSV with a header, in pages. @param decimals gets those among its columns */
    readRows(session: WarehouseSession, text: string, decimals: FoundDecimals): AsyncGenerator<Buffer>;
  };

/** Rows of a table or query of a warehouse for each report date, as a CSV file. */
export function warehouseSource(reader: WarehouseReader): SourceConnector {
  return {
    async fetch(request, context) {
      const statement = sourceStatement(request, reader);
      const { table } = request.parameters;
      const place = typeof table === 'string' ? `table ${table}` : 'the query';
      const translate = (error: unknown): unknown =>
        warehouseSourceFailure(error, { name: request.name, key: request.key?.name ?? '', place });
      const open = (): WarehouseSession => {
        try {
          return reader.open(request, context);
        } catch (error) {
          throw translate(error);
        }
      };
      const session = open();
      const url = `${reader.scheme}://${new URL(session.api.origin).host}`;
      const decimals: FoundDecimals = {};
      const pages = readStatement(reader, session, statement, decimals);
      return { kind: 'files', files: readWarehouse({ pages, decimals }, request, url, translate, context) };
    },
  };
}

async function* readStatement(
  reader: WarehouseReader,
  session: WarehouseSession,
  statement: SourceStatement,
  decimals: FoundDecimals,
): AsyncGenerator<Buffer> {
  const kind = await dateKind(reader, session, statement.dateColumn);
  yield* reader.readRows(session, statement.rows(kind), decimals);
}

/** The date kind of a statement's only column; null when it holds no dates, or without a statement. */
async function dateKind(
  { execute, kinds }: WarehouseReader,
  session: WarehouseSession,
  text: string | null,
): Promise<DateKind | null> {
  if (text === null) return null;
  const { columns } = await execute(session, { text });
  return kinds.get(columns[0]?.type ?? '') ?? null;
}

/**
 * The one file of a warehouse's source: pages of CSV, of which the first, with the header, is asked for at once, so that what
 * is wrong with the query is an error of the request.
 * @param translate makes an error of the source of a failure; other errors stay
 */
async function* readWarehouse(
  { pages, decimals }: { readonly pages: AsyncGenerator<Buffer>; readonly decimals: FoundDecimals },
  request: Pick<SourceRequest, 'name' | 'reportDate'>,
  url: string,
  translate: (error: unknown) => unknown,
  context: Pick<ConnectorContext, 'signal' | 'onBytes'>,
): AsyncGenerator<SourceFile> {
  const first = await pages.next().catch((error: unknown) => {
    context.signal.throwIfAborted();
    throw translate(error);
  });
  const csv = Readable.from(
    (async function* () {
      if (first.done !== true) yield first.value;
      yield* pages;
    })(),
    { objectMode: false },
  );
  yield rowsFile(csv, { request, context, url, translate, decimals });
}
