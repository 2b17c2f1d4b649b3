import { PipelineError } from '@switchboard/model/errors/errors';
import type { Client } from 'pg';
import type { SqlDelivery, TableName } from '../../sql/sql-database.ts';
import type { PostgresSession } from '../postgres/session.ts';
import type { Bucket } from '../s3/bucket.ts';
import { isLoadFailure, withoutSecrets } from './failures.ts';
import type { RedshiftTarget } from './parameters.ts';
import { stageObjects } from './staged-objects.ts';
import { copyStage, createStage } from './statements.ts';

/** A session with the bucket in which its rows wait, and the objects that are to be removed from it. */
export type Session = PostgresSession & { readonly bucket: Bucket; readonly objects: Set<string> };

/** Loads the rows into a table of the session. Throws DESTINATION_SCHEMA for a value that COPY refuses. */
export async function loadStage(
  { client, bucket, objects }: Session,
  delivery: SqlDelivery<RedshiftTarget>,
): Promise<void> {
  const { request, context, target } = delivery;
  const { staging } = target;
  const { columns } = request;
  const { manifest, nullText } = await stageObjects(request, staging, bucket, context, (key) => objects.add(key));
  await client.query(createStage(columns));
  try {
    await client.query(copyStage(columns, staging, manifest, nullText));
  } catch (error) {
    withoutSecrets(error, request);
    throw isLoadFailure(error) ? await misfitOf(client, target, error) : error;
  }
}

/** The refusal of a value, which a system table of Redshift names. */
async function misfitOf(client: Client, { schema, table }: TableName, error: unknown): Promise<PipelineError> {
  const reason = await loadErrorOf(client);
  return new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason }, { cause: error });
}

/** The value that COPY rejected, with the reason. */
async function loadErrorOf(client: Client): Promise<string> {
  const { rows } = await client
    .query<{ column: string; line: string; reason: string }>(
      `select trim(colname) as "column", line_number as line, trim(err_reason) as reason from stl_load_errors
       where session = pg_backend_pid() order by starttime desc limit 1`,
    )
    .catch(() => ({ rows: [] }));
  const [found] = rows;
  if (found === undefined) return 'Redshift could not load the rows; stl_load_errors says why';
  return `${found.reason.replace(/\.+$/, '')} (column ${found.column}, line ${found.line} of its part)`;
}
