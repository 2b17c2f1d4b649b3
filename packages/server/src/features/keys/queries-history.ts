import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { PageRequest } from '../../graphql/paging.ts';
import type { KeyChange, KeyChangeKind } from '../../identity/keys/record-key-change.ts';

export type KeyChangeRow = {
  readonly id: string;
  readonly created: Date;
  readonly change: KeyChangeKind;
  readonly person_id: string | null;
  readonly details: NonNullable<KeyChange['details']>;
};

const COLUMNS: RawBuilder<unknown> = sql`id, created, change, person_id, details`;
const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };

const changesById: Batch<KeyChangeRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<KeyChangeRow>`
    select ${COLUMNS} from key_change
    where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
};

/** One page of what was changed of a key, the newest first. */
export const listKeyChanges = (tx: Tx, accountId: string, keyId: string, page: PageRequest) =>
  listRows(
    tx,
    {
      table: 'key_change',
      accountId,
      sort: CREATED,
      direction: 'DESC',
      filter: { conditions: [sql`d.key_id = ${keyId}::uuid`] },
    },
    page,
    changesById,
  );
