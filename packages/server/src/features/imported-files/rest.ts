import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../audit/record-audit.ts';
import { identifyFolder, isFolderSplit } from '../../db/export-folders.ts';
import { accountOfPath, type FileRouteOptions } from '../files/file-access.ts';
import { storeFile } from './store-file.ts';

/** Names that are path segments and names of downloads at the same time. */
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Files that people put into the account's folder for `file` sources. */
export async function importedFileRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  // The file is written as it arrives, and its size is checked there.
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));

  app.put(
    '/api/:account/imports/:file',
    { bodyLimit: Number.MAX_SAFE_INTEGER, config: { withoutSlot: true } },
    async (request, reply) => {
      const accountId = await accountOfPath(request, options, 'develop-scripts');
      const { file } = request.params as { file: string };
      const name = file.endsWith('.csv') ? file.slice(0, -'.csv'.length) : '';
      if (!NAME.test(name)) {
        const reason = `A file's name must be lower-case letters, digits and _, begin with a letter and end with .csv (it is ${JSON.stringify(file.slice(0, 100))}).`;
        throw new PipelineError('BAD_REQUEST', { reason });
      }
      const body = request.body as Readable | undefined;
      if (request.headers['content-type'] !== 'text/csv' || body === undefined)
        throw new PipelineError('BAD_REQUEST', { reason: 'Send the file with Content-Type: text/csv.' });
      await refuseSplitFolders(options, accountId, file);
      const folder = join(options.importFolder, accountId, 'imported');
      const bytes = await storeFile(body, {
        folder,
        file,
        maxBytes: LIMITS.importedFileBytes,
        maxFiles: LIMITS.importedFiles,
      });
      await options.database.withAccount(accountId, (tx) =>
        recordAudit(tx, {
          kind: 'file_imported',
          accountId,
          target: { kind: 'imported_file', name: file },
          after: { bytes },
        }),
      );
      return reply.send({ path: `imported/${file}`, bytes });
    },
  );
}

/** @throws PipelineError BAD_REQUEST while workers read other folders */
async function refuseSplitFolders(
  { database, exportFolder }: FileRouteOptions,
  accountId: string,
  file: string,
): Promise<void> {
  await mkdir(exportFolder, { recursive: true });
  const folder = identifyFolder(exportFolder);
  if (await database.withAccount(accountId, (tx) => isFolderSplit(tx, folder)))
    throw new PipelineError('BAD_REQUEST', {
      reason: `${file} cannot be imported: several machines work, and their DATA_DIR are different folders. Mount one folder on all of them, or download from a bucket.`,
    });
}
