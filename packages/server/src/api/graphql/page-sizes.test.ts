import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addFlow } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const operator = useClient(server, account, ['operator']);
const ROWS = 120;

beforeAll(async () => {
  const flow = await addFlow(server.database, account);
  const each = sql`from generate_series(1, ${ROWS}) n`;
  const { accountId, changelistId } = account;
  await account.inAccount(async (tx) => {
    for (const rows of [
      sql`insert into download (account_id, source, project, trigger, changelist_id) select ${accountId}, 'ads', 'p', n::text, ${changelistId} ${each}`,
      sql`insert into upload (account_id, flow_id, name, project, purpose, destination, destination_type)
        select ${accountId}, ${flow}, n::text, 'p', 'production', 'file', 'file' ${each}`,
      sql`insert into event (account_id, severity, code, message) select ${accountId}, 'info', 'RETRIED', 'x' ${each}`,
      sql`insert into key (account_id, name, type) select ${accountId}, n::text, 'sftp' ${each}`,
      sql`insert into flow (account_id, changelist_id, purpose, identity) select ${accountId}, ${changelistId}, 'proof', n::text ${each}`,
      sql`insert into backfill (account_id, title, start_date, end_date, changelist_id, upload_names, download_names)
        select ${accountId}, 'x', '2026-01-01', '2026-01-01', ${changelistId}, '{x}', '{y}' ${each}`,
      sql`insert into download_declaration (account_id, name, project, connector, scheduled_through) select ${accountId}, 's' || n, 'p', 'http', now()
        from generate_series(1, 1010) n`,
      sql`insert into upload_declaration (account_id, name, project, connector, destination) select ${accountId}, 'u' || n, 'p', 'file', 'x'
        from generate_series(1, 1010) n`,
    ])
      await rows.execute(tx);
  });
});

async function sizeOf(text: string): Promise<number> {
  const { found } = await operator.data<{ found: { nodes: unknown[] } }>(text);
  return found.nodes.length;
}

test.each([
  ['downloads', 20],
  ['uploads', 20],
  ['events', 50],
  ['backfills', 20],
  ['flows', 10],
  ['credentials', 100],
])('a page of %s has %i rows when no number is given', { tags: 'proof:default-page-size' }, async (list, rows) => {
  expect(await sizeOf(`{ found: ${list} { nodes { id } } }`)).toBe(rows);
});

test.each(['downloads', 'uploads', 'events', 'backfills', 'flows', 'credentials'])(
  'a page of %s has 100 rows at most',
  async (list) => {
    expect(await sizeOf(`{ found: ${list}(first: 1000) { nodes { id } } }`)).toBe(100);
  },
);

test.each(['downloads', 'credentials', 'source_bundles', 'export_declarations'])(
  'a page of %s with more rows than any list has is refused',
  async (list) => {
    const { status, errors } = await operator.ask(`{ ${list}(first: 1000000000) { nodes { id } } }`);
    expect([status, errors[0]?.message]).toEqual([400, 'first must be at most 10000.']);
  },
);

test.each(['source_bundles', 'export_declarations'])(
  'a choice of %s has 1000 rows at most',
  { tags: 'proof:choice-page-size' },
  async (list) => {
    expect(await sizeOf(`{ found: ${list}(first: 5000) { nodes { id } } }`)).toBe(1000);
    expect(await sizeOf(`{ found: ${list} { nodes { id } } }`)).toBe(1000);
  },
);
