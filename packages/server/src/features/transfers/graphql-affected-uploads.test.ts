import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addInput, addPart, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const A_BOOLEAN: unknown = expect.any(Boolean);

const server = useGraphqlServer();
const account = useAccount(server, {
  sources: [buildSource('ads'), buildSource('costs')],
  uploads: [
    buildUpload('spend', { sources: ['ads', 'costs'] }),
    buildUpload('daily', { sources: ['ads'] }),
    buildUpload('loose', { sources: ['ads'] }),
    buildUpload('other', { sources: ['costs'] }),
  ],
});
const viewer = useClient(server, account, ['viewer']);

const DUE = '2026-11-21T06:00:00Z';

beforeAll(async () => {
  const declare = (name: string, deadline: string | null) =>
    account.rows(sql`
      insert into upload_declaration (account_id, name, project, connector, destination, deadline_time, deadline_timezone)
      values (${account.accountId}, ${name}, 'marketing', 'file', ${`file · ${name}`}, ${deadline}, ${deadline && 'Europe/Paris'})`);
  await declare('spend', '09:00');
  await declare('daily', '08:00');
  await declare('loose', null);
  await declare('other', '09:00');
});

type Affected = { name: string; destination: string; deadline: string | null; is_late: boolean; upload: unknown };

async function affected(download: string): Promise<Affected[]> {
  const data = await viewer.data<{ download: { affected_uploads: Affected[] } }>(
    `{ download(id: "${download}") { affected_uploads { name destination deadline is_late upload { id } } } }`,
  );
  return data.download.affected_uploads;
}

const failed = (values: Readonly<Record<string, string | null>> = {}) =>
  addDownload(server.database, account, { status: 'failed', due: DUE, ...values });

describe('the uploads that a failed download breaks', () => {
  test('the uploads that a failed download breaks are the readers of its source, earliest deadline first', {
    tags: 'proof:affected-uploads',
  }, async () => {
    expect(await affected(await failed())).toEqual([
      {
        name: 'daily',
        destination: 'file · daily',
        deadline: '2026-11-21T07:00:00.000Z',
        is_late: A_BOOLEAN,
        upload: null,
      },
      {
        name: 'spend',
        destination: 'file · spend',
        deadline: '2026-11-21T08:00:00.000Z',
        is_late: A_BOOLEAN,
        upload: null,
      },
      { name: 'loose', destination: 'file · loose', deadline: null, is_late: false, upload: null },
    ]);
  });

  test('count the deadline from the time when the download was due', async () => {
    const [first] = await affected(await failed({ report_date: '2026-11-01', due: '2026-11-02T07:30:00Z' }));
    expect(first).toMatchObject({ name: 'spend', deadline: '2026-11-02T08:00:00.000Z', is_late: true });
  });

  test('leave out what was delivered for the report date, and link what waits', async () => {
    const date = { report_date: '2026-11-10' };
    const flow = await addFlow(server.database, account, date);
    await addUpload(server.database, account, flow, { name: 'daily', status: 'completed', ...date });
    const open = await addUpload(server.database, account, flow, { name: 'spend', status: 'preparing', ...date });
    const found = await affected(await failed(date));
    expect(found.map(({ name, upload }) => [name, upload])).toEqual([
      ['spend', { id: open }],
      ['loose', null],
    ]);
  });

  test.each([
    ['completed with good rows', { status: 'completed', dirty_row_status: 'some' }, 0],
    ['completed with dirty rows only', { status: 'completed', dirty_row_status: 'all' }, 3],
    ['still being loaded', { status: 'unpacking' }, 3],
    ['part of a backfill', { purpose: 'backfill' }, 0],
    ['of a source that nothing reads', { source: 'nothing' }, 0],
  ])('counts the uploads that break when the download is %s', async (_, values, count) => {
    expect(await affected(await failed({ report_date: '2026-11-15', ...values }))).toHaveLength(count);
  });
});

describe('the deadline of what waits', () => {
  const deadlineOf = async (kind: string, id: string) => {
    const data = await viewer.data<Record<string, { waiting: { deadline: string | null } }>>(
      `{ ${kind}(id: "${id}") { waiting { deadline } } }`,
    );
    return data[kind]?.waiting.deadline;
  };

  test('the deadline of what waits is the earliest of the uploads that it holds up', {
    tags: 'proof:waiting-deadline',
  }, async () => {
    const { database } = server;
    const values = { report_date: '2026-11-12', due: '2026-11-13T06:00:00Z' };
    const download = await addDownload(database, account, { status: 'queued', ...values });
    const flow = await addFlow(database, account, { report_date: values.report_date, status: 'PENDING' });
    const part = await addPart(database, account, download);
    await addInput(database, account, 'flow', flow, part, download);
    const upload = await addUpload(database, account, flow, { name: 'spend', report_date: values.report_date });
    for (const [kind, id] of Object.entries({ download, flow, upload }))
      await addUnitOf(database, account, id, { kind, state: 'held' });
    expect(await deadlineOf('download', download)).toBe('2026-11-13T07:00:00.000Z');
    expect(await deadlineOf('flow', flow)).toBe('2026-11-13T08:00:00.000Z');
    expect(await deadlineOf('upload', upload)).toBe('2026-11-13T08:00:00.000Z');
  });

  test('the deadline of what waits is null for an upload that declares none', async () => {
    const { database } = server;
    const flow = await addFlow(database, account);
    const upload = await addUpload(database, account, flow, { name: 'loose' });
    await addUnitOf(database, account, upload, { kind: 'upload', state: 'held' });
    expect(await deadlineOf('upload', upload)).toBeNull();
  });
});
