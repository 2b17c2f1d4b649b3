import { randomUUID } from 'node:crypto';
import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload } from '../../../testing/build-account.ts';
import { signIn } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const today = new Date().toISOString().slice(0, 10);
const ago = (days: number): string => addDays(today, -days);

type Made = {
  readonly rows?: number;
  readonly dirty?: number;
  readonly bytes?: number;
  readonly finished?: number;
  readonly purpose?: string;
};

async function made(source: string, reportDate: string | null, status: string, more: Made = {}): Promise<void> {
  const id = await buildDownload(server.database, account, { source, reportDate });
  const finished = more.finished === undefined ? null : new Date(`${ago(more.finished)}T23:59:59Z`);
  await account.rows(
    sql`update download set status = ${status}, row_count = ${more.rows ?? null}, dirty_row_count = ${more.dirty ?? 0},
      bytes = ${more.bytes ?? null}, finished = ${finished}, purpose = ${more.purpose ?? 'production'} where id = ${id}`,
  );
  if (more.bytes === undefined) return;
  // Both tables of the bundle are loaded from the same files, whose bytes count once.
  await account.rows(
    sql`insert into download_part (account_id, download_id, name, project, tables, columns, row_count, dirty_row_count,
        dirty_row_status, new_dirty_row_count, new_dirty_row_status, bytes)
      select ${account.accountId}, ${id}, name, 'ads', '[]', '[]', 1, 0, 'none', 0, 'none', ${more.bytes}
      from unnest(${[source, `${source}_details`]}::text[]) as name`,
  );
}

beforeAll(async () => {
  for (const name of ['ads', 'costs', 'gone'])
    await account.rows(
      sql`insert into download_declaration (account_id, name, project, connector, scheduled_through, status)
        values (${account.accountId}, ${name}, ${name === 'costs' ? 'finance' : 'ads'}, 'http', now(),
          ${name === 'gone' ? 'removed' : 'active'})`,
    );
  await made('ads', ago(2), 'completed', { rows: 10, dirty: 1, bytes: 100, finished: 1 });
  await made('ads', ago(2), 'STOPPED', { rows: 30, dirty: 2, bytes: 300, finished: 1 });
  await made('ads', ago(2), 'failed', { finished: 2 });
  await made('ads', ago(2), 'skipped', { finished: 1 });
  await made('ads', ago(1), 'downloading');
  await made('ads', ago(30), 'completed', { rows: 5, finished: 29 });
  await made('ads', ago(31), 'completed', { rows: 5, finished: 31 });
  await made('ads', ago(3), 'completed', { rows: 5, finished: 1, purpose: 'backfill' });
  await made('costs', null, 'completed', { rows: 7, finished: 40 });
  await made('costs', null, 'completed', { rows: 8, finished: 3 });
  await made('costs', null, 'queued');
});

const DAY = `date running completed failed total_rows min_rows max_rows total_bytes min_bytes max_bytes dirty_rows`;
const none = { min_bytes: null, max_bytes: null, total_bytes: 0, dirty_rows: 0 };

async function answer(field: string, of: BuiltAccount = account): Promise<unknown> {
  return (await signIn(server, of, ['viewer'])).ask(`{ ${field} }`);
}

describe('import_status', () => {
  test('counts the published runs of each report date, a month back', {
    tags: 'proof:import-status-by-report-date',
  }, async () => {
    expect(await answer(`import_status { nodes { name project status journal { ${DAY} } } }`)).toMatchObject({
      errors: [],
      data: {
        import_status: {
          nodes: [
            {
              name: 'ads',
              project: 'ads',
              status: 'active',
              journal: [
                {
                  ...none,
                  date: ago(30),
                  running: 0,
                  completed: 1,
                  failed: 0,
                  total_rows: 5,
                  min_rows: 5,
                  max_rows: 5,
                },
                {
                  ...{ date: ago(2), running: 0, completed: 2, failed: 1, total_rows: 40, min_rows: 10, max_rows: 30 },
                  ...{ total_bytes: 400, min_bytes: 100, max_bytes: 300, dirty_rows: 3 },
                },
                {
                  ...none,
                  date: ago(1),
                  running: 1,
                  completed: 0,
                  failed: 0,
                  total_rows: 0,
                  min_rows: null,
                  max_rows: null,
                },
              ],
            },
            {
              name: 'costs',
              project: 'finance',
              journal: [
                { ...none, date: null, running: 1, completed: 1, failed: 0, total_rows: 8, min_rows: 8, max_rows: 8 },
              ],
            },
          ],
        },
      },
    });
  });

  test('counts by the day on which they finished, and unfinished ones as of today', {
    tags: 'proof:import-status-by-day',
  }, async () => {
    const field =
      'import_status(group_by: downloadDate, lookback_days: 5) { nodes { name journal { date running completed failed } } }';
    expect(await answer(field)).toMatchObject({
      data: {
        import_status: {
          nodes: [
            {
              name: 'ads',
              journal: [
                { date: ago(2), running: 0, completed: 0, failed: 1 },
                { date: ago(1), running: 0, completed: 2, failed: 0 },
                { date: today, running: 1, completed: 0, failed: 0 },
              ],
            },
            {
              name: 'costs',
              journal: [
                { date: ago(3), running: 0, completed: 1, failed: 0 },
                { date: today, running: 1, completed: 0, failed: 0 },
              ],
            },
          ],
        },
      },
    });
  });

  test.each([
    ['name: "costs"', ['costs']],
    ['project: "ads"', ['ads']],
    ['first: 1', ['ads']],
    ['name: "gone"', []],
  ])('gives only the matching ones with %s', async (args, names) => {
    expect(await answer(`import_status(${args}) { nodes { name } }`)).toMatchObject({
      data: { import_status: { nodes: names.map((name) => ({ name })) } },
    });
  });

  test.each(['first: 0', 'first: 1001', 'lookback_days: 93', 'lookback_days: -1'])('refuses %s', async (args) => {
    expect(await answer(`import_status(${args}) { nodes { name } }`)).toMatchObject({
      errors: [{ extensions: { code: 'BAD_REQUEST' } }],
    });
  });

  test('shows nothing of another account', async () => {
    const other = await buildAccount(server.database);
    expect(await answer('import_status { nodes { name } } export_status { nodes { name } }', other)).toMatchObject({
      data: { import_status: { nodes: [] }, export_status: { nodes: [] } },
    });
  });
});

describe('export_status', () => {
  test('counts uploads by report date and by the day on which they finished', {
    tags: 'proof:export-status-counts',
  }, async () => {
    await account.rows(
      sql`insert into upload_declaration (account_id, name, project, connector, destination)
        values (${account.accountId}, 'daily', 'ads', 'file', 'x')`,
    );
    for (const [date, status, rows] of [
      [ago(4), 'completed', 10],
      [ago(4), 'completed', 20],
      [ago(3), 'loading', null],
    ] as const)
      await account.rows(
        sql`with f as (
            insert into flow (account_id, changelist_id, purpose, identity)
            values (${account.accountId}, ${account.changelistId}, 'production', ${randomUUID()}) returning id)
          insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type,
            row_count, bytes, finished)
          select ${account.accountId}, f.id, 'daily', 'ads', 'production', ${date}::date, ${status}, 'x', 'file', ${rows}, ${rows},
            ${rows === null ? null : new Date(`${ago(1)}T00:00:00Z`)} from f`,
      );
    expect(await answer(`export_status { nodes { name journal { ${DAY} } } }`)).toMatchObject({
      data: {
        export_status: {
          nodes: [
            {
              name: 'daily',
              journal: [
                {
                  date: ago(4),
                  completed: 2,
                  total_rows: 30,
                  min_rows: 10,
                  max_rows: 20,
                  total_bytes: 30,
                  dirty_rows: 0,
                },
                { date: ago(3), running: 1, completed: 0 },
              ],
            },
          ],
        },
      },
    });
    expect(
      await answer('export_status(group_by: uploadDate) { nodes { journal { date running completed } } }'),
    ).toMatchObject({
      data: {
        export_status: {
          nodes: [
            {
              journal: [
                { date: ago(1), running: 0, completed: 2 },
                { date: today, running: 1, completed: 0 },
              ],
            },
          ],
        },
      },
    });
  });
});
