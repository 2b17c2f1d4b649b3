import { join } from 'node:path';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance } from 'fastify';
import { recordRowsRead } from '../../../audit/record-rows-read.ts';
import { UUID } from '../../../graphql/cursor.ts';
import { accountOfPath, type FileRouteOptions, openStored, sendFile, stemOf } from '../../files/file-access.ts';
import { openDeliveredFile } from './delivered-file.ts';
import { deliveredPlace, deliveredUpload } from './queries-delivered-file.ts';

/** The delivered file of an upload. Ids of other accounts are answered like unknown ids. */
export async function uploadRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  app.get('/api/:account/uploads/:id/file', async (request, reply) => {
    const accountId = await accountOfPath(request, options, 'view');
    const { id } = request.params as { id: string };
    if (!UUID.test(id)) throw new PipelineError('NOT_FOUND');
    const { upload, place } = await options.database.withAccount(accountId, async (tx) => {
      const found = await deliveredUpload(tx, accountId, id);
      return {
        upload: found,
        place: found?.destination_type === 'file' ? await deliveredPlace(tx, accountId, id) : null,
      };
    });
    if (upload === null) throw new PipelineError('NOT_FOUND');
    await recordRowsRead(options.database, accountId, {
      kind: 'rows_downloaded',
      target: { kind: 'upload', id, name: upload.name },
      file: 'delivered rows',
    });
    const folder = join(options.exportFolder, accountId);
    const file = place === null ? null : await openDeliveredFile(folder, { ...upload, ...place });
    if (file) {
      void reply.header('content-length', file.bytes);
      return sendFile(reply, file.handle.createReadStream(), file.filename, 'application/octet-stream');
    }
    const result = await openStored(options.store, upload.result_key);
    return sendFile(reply, result, `${stemOf(upload)}.parquet`, 'application/vnd.apache.parquet');
  });
}
