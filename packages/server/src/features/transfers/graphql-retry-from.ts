import { sql } from 'kysely';
import { builder } from '../../graphql/builder.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { isAllDirtyIn } from '../../pipeline/state/unit-status.ts';
import { downloadRef } from './downloads/graphql.ts';
import { uploadRef } from './uploads/graphql.ts';

type RetryFrom = 'download' | 'loading' | 'processing' | 'delivery';

/** By download. Files that were fetched are kept, unless another script was published since. */
const OF_DOWNLOADS: LoaderDefinition<RetryFrom> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<{ id: string; from: RetryFrom }>`
      select d.id, case when d.raw is null or d.purpose = 'production' and exists (
          select from changelist c
          join download_declaration s on s.account_id = c.account_id and s.name = d.source and s.status <> 'removed'
          where c.account_id = d.account_id and c.status = 'running' and c.id <> d.changelist_id
        ) then 'download' else 'loading' end as from
      from download d
      where d.account_id = ${accountId}::uuid and d.id = any(${[...ids]}::uuid[])
        and (d.status = 'failed' or ${isAllDirtyIn('d')})
    `.execute(tx);
    return new Map(rows.map((row) => [row.id, row.from]));
  },
};

/** By upload. Without a result, what failed is the processing before it. */
const OF_UPLOADS: LoaderDefinition<RetryFrom> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<{ id: string; from: RetryFrom }>`
      select id, case when result_key is null then 'processing' else 'delivery' end as from from upload
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and status = 'failed'
    `.execute(tx);
    return new Map(rows.map((row) => [row.id, row.from]));
  },
};

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
