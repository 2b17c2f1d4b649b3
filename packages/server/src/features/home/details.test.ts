import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '../../../testing/build-account.ts';
import { addDownload, addEvent } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { saveKey } from '../../../testing/key-answers.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { calendarDates } from './seven-day-health.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const elsewhere = useAccount(server);
const operator = useClient(server, account, ['operator']);
const developer = useClient(server, account, ['developer']);
const viewer = useClient(server, account, ['viewer']);
const stranger = useClient(server, elsewhere, ['viewer']);

const SCRIPT = `
  download clicks from {
    type: "http"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
  } using { day: date; id: integer; };
  download ads from {
    type: "http"; key: "api"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
  } using { day: date; id: integer; };
  table daily is select day, id from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };`;

const TODAY = new Date().toISOString().slice(0, 10);
const HEALTH = `name project destination status artifactStatus dependencyStatus level idle message messageKind
  sparkline { status running } sparklineFirstDate scriptbookId hasReportDates refreshedAt pos { path startLine } keys { name status }
  event { eventId created message purpose qualname severity willRetry }`;

beforeAll(async () => {
  const properties = { api_token: 'canary-1b9f', prefix: 'Token', hosts: 'api.example' };
  await saveKey(operator, { name: 'api', credential_type: 'api_token', properties });
  await publishText(server.database, account, SCRIPT);
});

type Details = Record<string, unknown> & {
  readonly sparkline: readonly { readonly status: string | null; readonly running: boolean }[];
};
const download = async (name: string, by = viewer): Promise<Details> => {
  const { data, errors } = await by.ask(
    `{ details: downloadDetails(downloadName: "${name}", refresh: true) {
      __typename ... on DownloadDetails { ${HEALTH} uploads { name status } }
      ... on NotFoundError { message } ... on NoPublishedScriptbook { message } } }`,
  );
  expect(errors).toEqual([]);
  return (data as { details: Details }).details;
};
const upload = (name: string) =>
  viewer.data(`{ details: uploadDetails(uploadName: "${name}") {
    __typename ... on UploadDetails { name destination status message downloads { name status } keys { name } sparklineFirstDate }
    ... on NotFoundError { message } } }`);

describe('the details', () => {
  it('"status, event, pos, refreshedAt, sparkline, sparklineFirstDate, scriptbookId, keys used" of a download', {
    tags: ['spec:home-detail-fields', 'spec:call-download-details', 'spec:home-calendar-months'],
  }, async () => {
    const yesterday = addDays(TODAY, -1);
    const failed = await addDownload(server.database, account, { report_date: yesterday, status: 'failed' });
    await addEvent(server.database, account, {
      severity: 'error',
      code: 'SOURCE_AUTH_FAILED',
      message: 'ads: the key was rejected.',
      download_id: failed,
      download_declaration: 'ads',
      purpose: 'production',
    });
    await addEvent(server.database, account, { download_declaration: 'ads', message: 'ads: 3 rows.' });
    const details = await download('ads');
    const dates = calendarDates(Date.now());
    expect(details).toMatchObject({
      __typename: 'DownloadDetails',
      name: 'ads',
      status: 'active',
      dependencyStatus: 'working',
      hasReportDates: true,
      level: 'Error',
      message: 'ads: the key was rejected.',
      messageKind: 'error',
      sparklineFirstDate: dates[0],
      scriptbookId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      pos: { path: expect.any(String) as unknown, startLine: 5 },
      keys: [{ name: 'api', status: 'working' }],
      uploads: [{ name: 'daily', status: 'working' }],
      event: { message: 'ads: the key was rejected.', severity: 'error', qualname: 'a.ads' },
    });
    expect(details.sparkline).toHaveLength(dates.length);
    expect(details.sparkline.at(-2)).toEqual({ status: 'failed', running: false });
  });

  it('show the downloads of an upload, and those that a key blocks', {
    tags: ['spec:call-upload-details', 'spec:home-detail-uses'],
  }, async () => {
    expect(await upload('daily')).toMatchObject({
      details: { name: 'daily', downloads: [{ name: 'ads', status: 'working' }], keys: [] },
    });
    await readRows(
      server.database,
      account,
      sql`update key set status = 'suspended' where account_id = ${account.accountId}`,
    );
    expect(await upload('daily')).toMatchObject({
      details: { message: 'Upload is blocked', downloads: [{ name: 'ads', status: 'blocked' }] },
    });
    expect(await download('ads')).toMatchObject({
      dependencyStatus: 'suspended',
      keys: [{ name: 'api', status: 'suspended' }],
    });
  });

  it('show that a download was unsuspended, setting its status to active', {
    tags: ['spec:home-unsuspend', 'spec:call-unsuspend'],
  }, async () => {
    await readRows(
      server.database,
      account,
      sql`update download_declaration set status = 'suspended' where name = 'clicks' and account_id = ${account.accountId}`,
    );
    expect(await download('clicks')).toMatchObject({ status: 'suspended', message: 'Download is suspended' });
    await developer.data('mutation { save_source_bundle(name: "clicks", status: "active") { __typename } }');
    expect(await download('clicks')).toMatchObject({ status: 'active' });
  });

  it('the details are absent for what is not published', async () => {
    expect(await download('nothing')).toEqual({
      __typename: 'NotFoundError',
      message: 'There is no published download nothing.',
    });
    expect(await upload('ads')).toMatchObject({ details: { __typename: 'NotFoundError' } });
    await readRows(
      server.database,
      elsewhere,
      sql`update changelist set status = 'replaced' where account_id = ${elsewhere.accountId}`,
    );
    expect(await download('ads', stranger)).toMatchObject({ __typename: 'NoPublishedScriptbook' });
  });
});

it.each([
  ['2026-11-20T12:00:00Z', '2026-10-01', 51],
  ['2026-01-31T00:00:00Z', '2025-12-01', 62],
  ['2026-03-01T23:59:59Z', '2026-02-01', 29],
])('the calendar of %s begins on %s', (now, first, count) => {
  const dates = calendarDates(Date.parse(now));
  expect([dates[0], dates.at(-1), dates.length]).toEqual([first, now.slice(0, 10), count]);
});
