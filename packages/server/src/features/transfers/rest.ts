import { join } from 'node:path';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { type FileStore, unpackedText } from '@switchboard/engine';
import { DAY_MS, LIMITS, PipelineError } from '@switchboard/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { Session } from '../../identity/session.ts';
import { openDeliveredFile } from '../uploads/delivered-file.ts';
import { deliveredPlace } from '../uploads/queries-delivered-file.ts';
import { attachmentHeaders } from './attachment.ts';
import { firstLines } from './first-lines.ts';
import { neutraliseFormulas } from './neutral-csv.ts';
import { deliveredUpload, filesOfPart, type PartFiles, testResultFile } from './queries-files.ts';

export type TransferRouteOptions = {
  readonly database: Database;
  /** The session of the request in the account with this url name. */
  readonly sessionFor: (request: FastifyRequest, urlName: string) => Promise<Session>;
  readonly store: FileStore;
  /** Absolute folder below which each account has a folder, named by its id, for `file` destinations. */
  readonly exportFolder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Bytes that are unpacked and scanned at a time. */
const PIECE_BYTES = 256 * 1024;
const FILE =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(?:(dirtyrows\.csv\.gz)|(new_dirtyrows\.json\.gz)|first_([1-9]\d{0,2})_rows)$/;
const TEST_RESULT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_result\.csv\.gz$/;
const TOO_OLD = 'Downloading files over 30 days old is not supported.';

type Entered = { readonly accountId: string };

/** The files of downloads and uploads. For ids of other accounts the response is the same as for unknown ids. */
export async function transferRoutes(app: FastifyInstance, options: TransferRouteOptions): Promise<void> {
  const { database, store } = options;

  const enter = async (request: FastifyRequest): Promise<Entered> => {
    const { account } = request.params as { account: string };
    const session = await options.sessionFor(request, account);
    if (session.accountId === null || !session.permissions.has('view')) throw new PipelineError('NOT_ALLOWED');
    return { accountId: session.accountId };
  };
  const partOf = async ({ accountId }: Entered, id: string): Promise<PartFiles> => {
    const part = UUID.test(id) ? await database.withAccount(accountId, (tx) => filesOfPart(tx, accountId, id)) : null;
    if (part === null) throw new PipelineError('NOT_FOUND');
    return part;
  };
  const refuseOld = (part: Pick<PartFiles, 'finished'>, reason: string): void => {
    const age = options.now() - (part.finished?.getTime() ?? options.now());
    if (age > LIMITS.sampleAgeDays * DAY_MS) throw new PipelineError('BAD_REQUEST', { reason });
  };
  const opened = async (key: string | null): Promise<Readable> => {
    if (key === null || (await store.head(key)) === null) throw new PipelineError('NOT_FOUND');
    return store.open(key);
  };

  app.get('/api/:account/files/:file', async (request, reply) => {
    const entered = await enter(request);
    const { file } = request.params as { file: string };
    const [, uploadId] = TEST_RESULT.exec(file) ?? [];
    if (uploadId !== undefined) {
      const { accountId } = entered;
      const result = await database.withAccount(accountId, (tx) => testResultFile(tx, accountId, uploadId));
      if (result === null) throw new PipelineError('NOT_FOUND');
      refuseOld(result, TOO_OLD);
      const packed = await opened(result.file_key);
      const rows = gzipped(packed, createGunzip({ chunkSize: PIECE_BYTES }), neutraliseFormulas());
      return send(reply, rows, `${stemOf(result)}_result.csv.gz`, 'application/gzip');
    }
    const [, id = '', dirty, fresh, count] = FILE.exec(file) ?? [];
    const part = await partOf(entered, id);
    refuseOld(part, TOO_OLD);
    const stem = stemOf(part);
    if (dirty) {
      const rows = gzipped(unpackedText(await opened(part.dirty_key)), neutraliseFormulas());
      return send(reply, rows, `${stem}_dirtyrows.csv.gz`, 'application/gzip');
    }
    if (fresh) {
      const rows = gzipped(unpackedText(await opened(part.new_dirty_key)));
      return send(reply, rows, `${stem}_new_dirtyrows.json.gz`, 'application/gzip');
    }
    const wanted = Number(count);
    if (wanted > LIMITS.sampleRows) {
      throw new PipelineError('BAD_REQUEST', { reason: `Between 1 and ${LIMITS.sampleRows} rows can be shown.` });
    }
    const rows =
      part.new_dirty_key === null ? [] : await firstLines(unpackedText(await opened(part.new_dirty_key)), wanted);
    return reply
      .headers(attachmentHeaders(`${stem}_first_${wanted}_rows.json`))
      .type('application/json')
      .send(rows);
  });

  app.get('/api/:account/metrics/sample/flow_sources/download/:id', async (request, reply) => {
    // Samples contain raw rows of customers: the specification restricts them to people who manage the account.
    const { account, id } = request.params as { account: string; id: string };
    const session = await options.sessionFor(request, account);
    if (session.accountId === null || !session.permissions.has('manage-account-settings')) {
      throw new PipelineError('NOT_ALLOWED');
    }
    const part = await partOf({ accountId: session.accountId }, id);
    refuseOld(part, 'Samples are expired after 30 days.');
    return send(
      reply,
      await opened(part.sample_key || null),
      `${stemOf(part)}_samples.txt`,
      'text/plain; charset=utf-8',
    );
  });

  app.get('/api/:account/uploads/:id/file', async (request, reply) => {
    const { accountId } = await enter(request);
    const { id } = request.params as { id: string };
    if (!UUID.test(id)) throw new PipelineError('NOT_FOUND');
    const { upload, place } = await database.withAccount(accountId, async (tx) => {
      const found = await deliveredUpload(tx, accountId, id);
      return {
        upload: found,
        place: found?.destination_type === 'file' ? await deliveredPlace(tx, accountId, id) : null,
      };
    });
    if (upload === null) throw new PipelineError('NOT_FOUND');
    const folder = join(options.exportFolder, accountId);
    const file = place === null ? null : await openDeliveredFile(folder, { ...upload, ...place });
    if (file) {
      void reply.header('content-length', file.bytes);
      return send(reply, file.handle.createReadStream(), file.filename, 'application/octet-stream');
    }
    const name = `${stemOf(upload)}.parquet`;
    return send(reply, await opened(upload.result_key), name, 'application/vnd.apache.parquet');
  });
}

/** The output of the last stage, compressed with gzip. A failure of any stage fails the response. */
function gzipped(from: Readable, ...stages: readonly Transform[]): Readable {
  const packing = createGzip({ level: constants.Z_BEST_SPEED });
  pipeline([from, ...stages, packing], () => {});
  return packing;
}

function stemOf(row: { readonly name: string; readonly report_date: string | null }): string {
  return row.report_date === null ? row.name : `${row.name}_${row.report_date}`;
}

function send(reply: FastifyReply, body: Readable, filename: string, type: string): FastifyReply {
  return reply.headers(attachmentHeaders(filename)).type(type).send(body);
}
