import { pipeline, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { recordRowsRead } from '../../audit/record-rows-read.ts';
import type { Database } from '../../db/database.ts';
import { walkList } from '../../graphql/lists/walk-list.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { accountOfPath, type FileRouteOptions, sendFile } from '../files/file-access.ts';
import { neutraliseFormulas } from '../files/neutral-csv.ts';
import { csvHeader, csvLines } from './csv.ts';
import { createExportSlots, EXPORTS_PER_ACCOUNT } from './export-slots.ts';
import { EXPORTED_LISTS, type ExportedList, type ExportType } from './lists.ts';

/** Milliseconds after which an export whose client takes nothing ends. */
const MAX_STALL = 300_000;

type Query = Parameters<ExportedList<unknown>['read']>[0];

/** The lists of downloads, uploads and events as CSV: all rows that match, in the order of the list. */
export async function exportRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  const takeSlot = createExportSlots(EXPORTS_PER_ACCOUNT);
  app.get('/api/:account/exportAsCsv', async (request, reply) => {
    const accountId = await accountOfPath(request, options, 'view');
    const { type, ...query } = request.query as Query;
    const chunksOf = exportOf(type, query);
    options.admitExport?.(accountId);
    const release = takeSlot(accountId);
    try {
      // The first rows are read before the answer begins, so that an error has its status.
      const chunks = chunksOf(options.database, accountId);
      const first = await chunks.next();
      await recordRowsRead(options.database, accountId, {
        kind: 'rows_exported',
        target: { kind: 'list', name: String(type) },
        file: 'data.csv',
      });
      const rows = Readable.from(prepend(first.done === true ? '' : first.value, chunks), { highWaterMark: 1 });
      rows.once('close', release);
      const neutral = neutraliseFormulas();
      pipeline(rows, neutral, (error) => {
        if (error && !isClosedByClient(error)) request.log.error({ err: error }, 'an export ended early');
      });
      reply.raw.setTimeout(MAX_STALL, () => rows.destroy());
      return await sendFile(reply, neutral, 'data.csv', 'text/csv; charset=utf-8');
    } catch (error) {
      release();
      throw error;
    }
  });
}

const isClosedByClient = (error: NodeJS.ErrnoException): boolean => error.code === 'ERR_STREAM_PREMATURE_CLOSE';

type Chunks = AsyncGenerator<string, void, undefined>;

/**
 * Reads the request.
 * @throws RequestError BAD_REQUEST
 * @returns what reads the account's rows as CSV, some at a time
 */
function exportOf(type: Query[string], query: Query): (database: Database, accountId: string) => Chunks {
  const isKnown = typeof type === 'string' && Object.hasOwn(EXPORTED_LISTS, type);
  if (!isKnown) throw badRequest(`type must be one of ${Object.keys(EXPORTED_LISTS).join(', ')}.`);
  switch (type as ExportType) {
    case 'downloads':
      return chunksOf(EXPORTED_LISTS.downloads, query);
    case 'uploads':
      return chunksOf(EXPORTED_LISTS.uploads, query);
    case 'events':
      return chunksOf(EXPORTED_LISTS.events, query);
  }
}

function chunksOf<Row>({ columns, batch, read }: ExportedList<Row>, query: Query) {
  const queryOf = read(query);
  return async function* (database: Database, accountId: string): Chunks {
    const list = await database.withAccount(accountId, (tx) => queryOf(tx, accountId));
    let header = csvHeader(columns);
    for await (const rows of walkList((use) => database.withAccount(accountId, use), list, batch)) {
      yield header + csvLines(columns, rows);
      header = '';
    }
  };
}

async function* prepend(first: string, rest: Chunks): Chunks {
  yield first;
  yield* rest;
}
