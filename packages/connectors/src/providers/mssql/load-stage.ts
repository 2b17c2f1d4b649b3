import { createReadStream } from 'node:fs';
import { addAbortSignal, pipeline } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { readRecords } from '../../delivery/read-records.ts';
import { readSize } from '../../delivery/read-size.ts';
import type { ConnectorContext, DeliveryRequest } from '../../spec.ts';
import type { MssqlRow, MssqlSession } from '../../sql/mssql-session.ts';
import type { SqlDelivery } from '../../sql/sql-database.ts';
import * as sql from './statements.ts';

/** Sends the rows into a table of the session. Returns how many the server confirmed. */
export async function loadStage(
  session: MssqlSession,
  { request, context }: Pick<SqlDelivery, 'request' | 'context'>,
): Promise<number> {
  const names = sql.stagedNames(request.columns.length);
  await session.ask(sql.createStage(names));
  return session.load(sql.STAGE, names, recordsOf(request, context));
}

/** The records of a result. Throws DESTINATION_SCHEMA for rows under another header. */
async function* recordsOf(
  { content, columns }: DeliveryRequest,
  context: ConnectorContext,
): AsyncGenerator<MssqlRow, undefined> {
  const bytes = addAbortSignal(
    context.signal,
    pipeline(
      createReadStream(content.path, { highWaterMark: readSize(content.bytes) }),
      faultMidway(content.bytes, context),
      () => undefined,
    ),
  );
  let isHeader = true;
  for await (const records of readRecords(bytes as AsyncIterable<Buffer>)) {
    for (const record of records) {
      if (!isHeader) {
        yield record;
        continue;
      }
      isHeader = false;
      if (columns.every(({ name }, index) => name === record[index])) continue;
      const reason = `the rows have the columns ${record.join(', ')}`;
      throw new PipelineError('DESTINATION_SCHEMA', { table: sql.STAGE, reason });
    }
  }
}
