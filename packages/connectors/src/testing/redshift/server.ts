import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { createEgress } from '../../network/egress.ts';
import { accessTo } from '../../providers/s3/access.ts';
import { openBucket } from '../../providers/s3/bucket.ts';
import { S3Failure } from '../../providers/s3/failures.ts';
import type { KeyProperties } from '../../spec.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { changeKey } from '../harness.ts';
import { createTestBucket, type TestBucket } from '../s3.ts';
import { type CopyFromS3, type RedshiftFront, startRedshiftFront } from './front.ts';

/** A stand-in of Redshift: PostgreSQL behind a front, and a bucket of the S3 test server. */
export type TestRedshift = {
  readonly database: TestDatabase;
  readonly bucket: TestBucket;
  readonly front: RedshiftFront;
  /** The login, and the access key of the bucket. */
  readonly key: KeyProperties;
  close(): Promise<void>;
};

/** Redshift's catalogue views and type for records, which our statements use. */
const CATALOGUE = `
  create domain super as jsonb;
  create function json_parse(varchar) returns jsonb immutable language sql as 'select $1::jsonb';
  create view svv_tables as select table_schema, table_name, table_type from information_schema.tables;
  create view svv_columns as select table_schema, table_name, column_name, coalesce(domain_name, data_type) as data_type, numeric_precision, numeric_scale
    from information_schema.columns;
  create table stl_load_errors (session int, starttime timestamp, colname char(127), line_number bigint, err_reason char(100))`;

/** The role that the stand-in lets read the bucket. */
export const ROLE = 'arn:aws:iam::123456789012:role/loader';

export async function createTestRedshift(): Promise<TestRedshift> {
  const database = await createTestDatabase();
  const bucket = await createTestBucket();
  await database.rows(CATALOGUE);
  // Redshift has one level of isolation.
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  const name = String(database.key.properties['db_name']);
  await admin.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  await admin.end();
  const front = await startRedshiftFront(database.host, database.port, (copy) => readParts(bucket, copy));
  const { dialect: _, ...login } = database.key.properties;
  return {
    database,
    bucket,
    front,
    key: changeKey(
      { name: 'warehouse', type: 'redshift', properties: { ...login, ...bucket.key.properties } },
      { port: front.port },
    ),
    close: async () => {
      front.close();
      await database.close();
    },
  };
}

/** Reads what a manifest lists, with the access that the statement gives. */
async function readParts(
  { endpoint, access, name: own }: TestBucket,
  { manifest, options }: CopyFromS3,
): Promise<AsyncIterable<Buffer> | { readonly refusal: string }> {
  const [, id, secret] = /access_key_id '([^']+)' secret_access_key '([^']+)'/.exec(options) ?? [];
  const [, role] = /iam_role '?([^' ]+)'?/.exec(options) ?? [];
  if (id === undefined && role !== ROLE) return { refusal: `User is not authorized to assume IAM Role ${role}` };
  for (const needed of ['manifest', 'gzip', 'csv'])
    if (!new RegExp(`\\b${needed}\\b`).test(options)) return { refusal: `COPY without ${needed}` };
  const using =
    id === undefined ? access : accessTo(endpoint, null, { accessKeyId: id, secretAccessKey: secret ?? '' });
  const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 10_000, now: Date.now });
  const bucket = await openBucket(using, own, egress);
  const open = async (url: string): Promise<Readable> => {
    const object = await bucket.read(url.replace(`s3://${own}/`, ''));
    if (object === null) throw new S3Failure('refused', 'NoSuchKey', 404, 'The specified key does not exist.');
    return object;
  };
  try {
    const { entries } = JSON.parse(await text(await open(manifest))) as { entries: { url: string }[] };
    const bodies = await Promise.all(entries.map(({ url }) => open(url)));
    return Readable.from(
      (async function* () {
        for (const body of bodies) yield* body.pipe(createGunzip()) as AsyncIterable<Buffer>;
      })(),
    );
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    return {
      refusal: `S3ServiceException:${error.message},Status ${error.status},Error ${error.code}, AccessKeyId ${id}, Secret ${secret}`,
    };
  }
}
