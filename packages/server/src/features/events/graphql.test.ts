import { beforeAll, describe, expect, test } from 'vitest';
import { addDownload, addEvent, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { database } = server;
  const download = await addDownload(database, account);
  const flow = await addFlow(database, account);
  const upload = await addUpload(database, account, flow);
  Object.assign(ids, { download, flow, upload });
  const rows: Record<string, Record<string, string | number | boolean | null>> = {
    oldest: { severity: 'debug', created: '2026-11-18T23:59:59Z' },
    info: { severity: 'info', created: '2026-11-19T00:00:00Z', project: 'sales', report_date: '2026-11-18' },
    warn: {
      severity: 'warn',
      created: '2026-11-19T23:59:59.999Z',
      download_id: download,
      download_declaration: 'ads',
      will_retry: true,
      retry_count: 1,
      retry_limit: 5,
    },
    error: {
      severity: 'error',
      created: '2026-11-20T00:00:00Z',
      upload_id: upload,
      upload_declaration: 'daily',
      message: 'Destination refused 100% of it',
    },
    fatal: {
      severity: 'fatal',
      created: '2026-11-20T00:00:01Z',
      flow_id: flow,
      comment: 'Known',
      commented_on: '2026-11-20T09:00:00Z',
    },
  };
  for (const [name, values] of Object.entries(rows)) ids[name] = await addEvent(database, account, values);
});

const query = (text: string) => viewer.data<{ events: { nodes: { id: string }[] } }>(text);

describe('events', () => {
  test.each([
    ['', ['fatal', 'error', 'warn', 'info', 'oldest']],
    ['severities: ["errors"]', ['fatal', 'error']],
    ['severities: ["warnings", "info"]', ['warn', 'info', 'oldest']],
    ['severities: ["fatal"]', ['fatal']],
    ['severities: ["warn", "warning", "warn2"]', ['warn']],
    ['created_after: "2026-11-19", created_before: "2026-11-19"', ['warn', 'info']],
    ['report_datetime_after: "2026-11-18", report_datetime_before: "2026-11-18"', ['info']],
    ['withComments: true', ['fatal']],
    ['withComments: false', ['fatal', 'error', 'warn', 'info', 'oldest']],
    ['project: ["sales", "nothing"]', ['info']],
    ['downloadName: ["ads"]', ['warn']],
    ['uploadName: ["daily"]', ['error']],
    ['uploadName: ["daily"], downloadName: ["ads"]', []],
    ['search: "100% OF"', ['error']],
    ['search: "DAILY"', ['error']],
    ['first: 2', ['fatal', 'error']],
    ['last: 2', ['info', 'oldest']],
  ])('events are filtered by: %s', { tags: 'proof:event-filters' }, async (filter, expected) => {
    const { events } = await query(`{ events${filter === '' ? '' : `(${filter})`} { nodes { id } } }`);
    expect(events.nodes.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0])).toEqual(expected);
  });

  test('link to their download, flow or upload', { tags: 'proof:event-links' }, async () => {
    const text = `{ events { nodes { severity download { id } flow { id } upload { id } will_retry retry_count retry_limit
      comment commented_on commented_by { name } report_datetime { iso } project_name download_declaration upload_declaration } } }`;
    const { events } = await query(text);
    const related = ['download', 'flow', 'upload', 'report_datetime', 'project_name', 'download_declaration'];
    const further = ['upload_declaration', 'will_retry', 'retry_count', 'retry_limit'];
    const comment = ['comment', 'commented_on', 'commented_by'];
    const none = Object.fromEntries([...related, ...further, ...comment].map((field) => [field, null]));
    expect(events.nodes).toEqual([
      {
        ...none,
        severity: 'fatal',
        flow: { id: ids['flow'] },
        comment: 'Known',
        commented_on: '2026-11-20T09:00:00.000Z',
      },
      { ...none, severity: 'error', upload: { id: ids['upload'] }, upload_declaration: 'daily' },
      {
        ...none,
        severity: 'warn',
        download: { id: ids['download'] },
        download_declaration: 'ads',
        will_retry: true,
        retry_count: 1,
        retry_limit: 5,
      },
      { ...none, severity: 'info', project_name: 'sales', report_datetime: { iso: '2026-11-18T00:00:00.000Z' } },
      { ...none, severity: 'debug' },
    ]);
  });

  test.each(['download', 'flow', 'upload'])('events are those of one %s', async (kind) => {
    const { events } = await query(`{ events(${kind}_id: "${ids[kind]}") { nodes { id } } }`);
    expect(events.nodes).toHaveLength(1);
  });
});

describe('one event', () => {
  const byId = (id: string) => viewer.data<{ event: { message: string } | null }>(`{ event(id: "${id}") { message } }`);

  test('one event is the one with the id, also when a later one quotes the id', async () => {
    const message = `Retried because of ${ids['error']}`;
    await addEvent(server.database, account, { created: '2026-11-20T08:00:00Z', message });
    expect((await byId(ids['error'] ?? '')).event).toEqual({ message: 'Destination refused 100% of it' });
  });

  test.each(['nonsense', '00000000-0000-0000-0000-000000000000'])('one event is null for the id %s', async (id) => {
    expect((await byId(id)).event).toBeNull();
  });
});

describe('events around one', () => {
  const near: Record<string, string> = {};
  beforeAll(async () => {
    const created = { near: '2026-11-19T23:50:01Z', far: '2026-11-19T23:49:59Z' };
    for (const [name, time] of Object.entries(created))
      near[name] = await addEvent(server.database, account, { created: time, download_declaration: 'ads' });
  });

  test.each([
    ['are about the same source within ten minutes', 'warn', ['warn', 'near']],
    ['are all events of ten minutes when it is about nothing', 'oldest', ['info', 'oldest']],
  ])('events around one %s', async (_, name, expected) => {
    const { events } = await query(`{ events(around: "${ids[name]}") { nodes { id } } }`);
    const known = Object.entries({ ...ids, ...near });
    expect(events.nodes.map(({ id }) => known.find(([, other]) => other === id)?.[0])).toEqual(expected);
  });

  test('events around an unknown id are none', async () => {
    expect((await query('{ events(around: "nonsense") { nodes { id } } }')).events.nodes).toEqual([]);
  });
});
