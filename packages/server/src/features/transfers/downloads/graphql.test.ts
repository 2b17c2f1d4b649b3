import { formatDateTime } from '@switchboard/model/format';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildSource } from '../../../../testing/build-plan.ts';
import { addDownload } from '../../../../testing/fill-account.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server, { sources: [buildSource('ads')] });
const viewer = useClient(server, account, ['viewer']);
const HOUR = 3_600_000;

async function waitingText(id: string): Promise<unknown> {
  const text = `{ download(id: "${id}") { waiting_text { text tooltip } } }`;
  return (await viewer.data<{ download: { waiting_text: unknown } }>(text)).download.waiting_text;
}

test('a queued download shows the last and the next probe of its source', async () => {
  const now = Date.now();
  const last = new Date(now - HOUR);
  const next = new Date(now + HOUR);
  await account.rows(sql`
    insert into download_declaration (account_id, name, project, connector, scheduled_through, last_probe, next_probe)
      values (${account.accountId}, 'ads', 'marketing', 'http', now(), ${last}, ${next})`);
  const shown = (time: Date): string =>
    `${formatDateTime(time.toISOString(), { now: new Date(), timezone: 'UTC' })} UTC`;
  expect(await waitingText(await addDownload(server.database, account, { source: 'ads', status: 'queued' }))).toEqual({
    text: 'Checking for new files',
    tooltip: `Last probe: ${shown(last)}. Next probe: ${shown(next)}.`,
  });
});

test('a source that was never published is shown as not probed', async () => {
  const id = await addDownload(server.database, account, { source: 'never published', status: 'queued' });
  expect(await waitingText(id)).toEqual({
    text: 'Checking for new files',
    tooltip: 'Source has not been probed yet. Next probe will be scheduled shortly.',
  });
});

test('an invalid id gives no download', async () => {
  expect(await viewer.data('{ download(id: "ads") { id } }')).toEqual({ download: null });
});
