import { sql } from 'kysely';
import { builder } from '../../graphql/builder.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { downloadRef } from './downloads/graphql.ts';
import { type RetryFrom, TRANSFER_KINDS, type TransferKind } from './transfer-kinds.ts';
import { uploadRef } from './uploads/graphql.ts';

/** By transfer; none when there is nothing to retry. */
const retryFrom = (kind: TransferKind): LoaderDefinition<RetryFrom> => ({
  batch: async (tx, accountId, ids) => {
    const { allows, retryFrom: step } = TRANSFER_KINDS[kind];
    const { rows } = await sql<{ id: string; from: RetryFrom }>`
      select d.id, ${step} as from from ${sql.table(kind)} d
      where d.account_id = ${accountId}::uuid and d.id = any(${[...ids]}::uuid[]) and ${allows.retry}
    `.execute(tx);
    return new Map(rows.map((row) => [row.id, row.from]));
  },
});

const OF_DOWNLOADS = retryFrom('download');
const OF_UPLOADS = retryFrom('upload');

/** Defines the field for the step from which a retry repeats a failed download or upload. */
export function defineRetryFrom(): void {
  builder.objectField(downloadRef, 'retry_from', (t) =>
    t.string({
      nullable: true,
      description:
        'The step that a retry begins with: download, or loading when its files are kept. Null when there is nothing to retry.',
      resolve: (row, _args, context) => load(context, OF_DOWNLOADS, row.id),
    }),
  );
  builder.objectField(uploadRef, 'retry_from', (t) =>
    t.string({
      nullable: true,
      description:
        'The step that a retry begins with: processing, or delivery when its result is kept. Null when there is nothing to retry.',
      resolve: (row, _args, context) => load(context, OF_UPLOADS, row.id),
    }),
  );
}
