import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { unpackedText } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import type { FastifyInstance } from 'fastify';
import { recordRowsRead } from '../../audit/record-rows-read.ts';
import { UUID } from '../../graphql/cursor.ts';
import { attachmentHeaders } from './attachment.ts';
import { accountOfPath, type FileRouteOptions, openStored, sendFile, stemOf } from './file-access.ts';
import { firstLines } from './first-lines.ts';
import { neutraliseFormulas } from './neutral-csv.ts';
import { assertionFile, filesOfPart, type PartFiles, testResultFile } from './queries.ts';

/** Bytes that are unpacked and scanned at a time. */
const PIECE_BYTES = 256 * 1024;
const FILE =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(?:(dirtyrows\.csv\.gz)|(new_dirtyrows\.json\.gz)|first_([1-9]\d{0,2})_rows)$/;
const TEST_RESULT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_result\.csv\.gz$/;
const ASSERTION_ROWS = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_assertion_rows\.csv\.gz$/;
const TOO_OLD = 'Downloading files over 30 days old is not supported.';

/** Dirty rows and samples of downloads, rows that contradict assertions, and results of test runs. Ids of other accounts are answered like unknown ids. */
export async function fileRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  const { database, store } = options;

  const partOf = async (accountId: string, id: string): Promise<PartFiles> => {
    const part = UUID.test(id) ? await database.withAccount(accountId, (tx) => filesOfPart(tx, accountId, id)) : null;
    if (part === null) throw new PipelineError('NOT_FOUND');
    return part;
  };
  const refuseOld = (part: Pick<PartFiles, 'finished'>, reason: string): void => {
    const age = options.now() - (part.finished?.getTime() ?? options.now());
    if (age > LIMITS.sampleAgeDays * DAY_MS) throw new PipelineError('BAD_REQUEST', { reason });
  };
  const recordRead = (
    accountId: string,
    target: { readonly kind: string; readonly id: string; readonly name: string },
    file: string,
  ): Promise<void> => recordRowsRead(database, accountId, { kind: 'rows_downloaded', target, file });

  app.get('/api/:account/files/:file', async (request, reply) => {
    const accountId = await accountOfPath(request, options, 'view');
    const { file } = request.params as { file: string };
    const [, uploadId] = TEST_RESULT.exec(file) ?? [];
    if (uploadId !== undefined) {
      const result = await database.withAccount(accountId, (tx) => testResultFile(tx, accountId, uploadId));
      if (result === null) throw new PipelineError('NOT_FOUND');
      refuseOld(result, TOO_OLD);
      await recordRead(accountId, { kind: 'upload', id: uploadId, name: result.name }, file);
      const packed = await openStored(store, result.file_key);
      const rows = gzipped(packed, createGunzip({ chunkSize: PIECE_BYTES }), neutraliseFormulas());
      return sendFile(reply, rows, `${stemOf(result)}_result.csv.gz`, 'application/gzip');
    }
    const [, assertionId] = ASSERTION_ROWS.exec(file) ?? [];
    if (assertionId !== undefined) {
      const found = await database.withAccount(accountId, (tx) => assertionFile(tx, accountId, assertionId));
      if (found === null) throw new PipelineError('NOT_FOUND');
      refuseOld(found, TOO_OLD);
      await recordRead(accountId, { kind: 'assertion', id: assertionId, name: found.name }, file);
      const rows = gzipped(await openStored(store, found.rows_key), neutraliseFormulas());
      return sendFile(reply, rows, `${stemOf(found)}_assertion_rows.csv.gz`, 'application/gzip');
    }
    const [, id = '', dirty, fresh, count] = FILE.exec(file) ?? [];
    const part = await partOf(accountId, id);
    refuseOld(part, TOO_OLD);
    await recordRead(accountId, { kind: 'download_part', id, name: part.name }, file);
    const stem = stemOf(part);
    if (dirty) {
      const rows = gzipped(unpackedText(await openStored(store, part.dirty_key)), neutraliseFormulas());
      return sendFile(reply, rows, `${stem}_dirtyrows.csv.gz`, 'application/gzip');
    }
    if (fresh) {
      const rows = gzipped(unpackedText(await openStored(store, part.new_dirty_key)));
      return sendFile(reply, rows, `${stem}_new_dirtyrows.json.gz`, 'application/gzip');
    }
    const wanted = Number(count);
    if (wanted > LIMITS.sampleRows) {
      throw new PipelineError('BAD_REQUEST', { reason: `Between 1 and ${LIMITS.sampleRows} rows can be shown.` });
    }
    const rows =
      part.new_dirty_key === null
        ? []
        : await firstLines(unpackedText(await openStored(store, part.new_dirty_key)), wanted);
    return reply
      .headers(attachmentHeaders(`${stem}_first_${wanted}_rows.json`))
      .type('application/json')
      .send(rows);
  });

  app.get('/api/:account/metrics/sample/flow_sources/download/:id', async (request, reply) => {
    // Samples contain raw rows of customers: the specification restricts them to people who manage the account.
    const accountId = await accountOfPath(request, options, 'manage-account-settings');
    const { id } = request.params as { id: string };
    const part = await partOf(accountId, id);
    refuseOld(part, 'Samples are expired after 30 days.');
    const target = { kind: 'download_part', id, name: part.name };
    await recordRowsRead(database, accountId, { kind: 'rows_sampled', target, file: 'sample' });
    return sendFile(
      reply,
      await openStored(store, part.sample_key || null),
      `${stemOf(part)}_samples.txt`,
      'text/plain; charset=utf-8',
    );
  });
}

/** The output of the last stage, compressed with gzip. A failure of any stage fails the response. */
function gzipped(from: Readable, ...stages: readonly Transform[]): Readable {
  const packing = createGzip({ level: constants.Z_BEST_SPEED });
  pipeline([from, ...stages, packing], () => {});
  return packing;
}
