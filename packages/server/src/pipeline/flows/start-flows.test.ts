import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDownload, addPart } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { publishText } from '../../../testing/publish-text.ts';
import type { Tx } from '../../db/database.ts';
import { loadPlan } from '../state/plan-queries.ts';
import { startDueFlows } from './start-flows.ts';

/** Scripts that are published while a report date is under way. */

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DATE = '2026-11-20';

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);

const source = (name: string, { dated = true, columns = 'site: string; clicks: integer;' } = {}): string => `
  download ${name} from {
    type: "http"; url: "http://127.0.0.1/${name}${dated ? '/{YYYY-MM-DD}' : ''}"; format: "csv"; timezone: "UTC";
  } using { ${columns} };`;
const upload = (name: string, table: string): string =>
  `upload ${table} as ${name} to { type: "file"; path: "${name}/{YYYY-MM-DD}.csv"; };`;
const AB = `table joined is select a.site as site, b.clicks as clicks from a join b on a.site == b.site;
  ${upload('ab', 'joined')}`;
const BOTH = source('a') + source('b');

/** @returns the script's id */
const publish = (text: string): Promise<string> => publishText(database, account, text, NOW);

type Run = { readonly date?: string | null; readonly purpose?: 'production' | 'backfill' };

/** A download that began with a script completes. */
async function complete(
  name: string,
  script: string,
  { date = DATE, purpose = 'production' }: Run = {},
): Promise<string> {
  const downloadId = await fetched(name, script, date, purpose);
  await database.withAccount(account.accountId, (tx) => start(tx, name, script, downloadId, { date, purpose }));
  return downloadId;
}

async function fetched(
  name: string,
  script: string,
  date: string | null = DATE,
  purpose = 'production',
): Promise<string> {
  const of = { source: name, report_date: date, changelist_id: script, purpose };
  const downloadId = await addDownload(database, account, { ...of, status: 'downloading' });
  await addPart(database, account, downloadId, { name });
  return downloadId;
}

async function start(
  tx: Tx,
  name: string,
  script: string,
  downloadId: string,
  { date = DATE, purpose = 'production' }: Run = {},
) {
  await sql`update download set status = 'completed', finished = clock_timestamp() where id = ${downloadId}`.execute(
    tx,
  );
  const { accountId } = account;
  const plan = await loadPlan(tx, accountId, script);
  const declared = plan.sources.find((candidate) => candidate.name === name);
  if (!declared) throw new Error(`There is no source ${name}.`);
  await startDueFlows(tx, IDLE_QUEUE, {
    accountId,
    downloadId,
    changelistId: script,
    purpose,
    source: declared,
    reportDate: date,
  });
}

type Started = {
  readonly name: string;
  readonly date: string | null;
  readonly script: string;
  readonly inputs: string[];
};

/** The uploads that were started, with the script that makes them and the downloads that they are made of. */
async function started(...names: string[]): Promise<Started[]> {
  const found = await database.withAccount(account.accountId, (tx) =>
    sql<Started>`
      select u.name, u.report_date::text as date, f.changelist_id as script, array(
        select i.download_id from upload_input i where i.upload_id = u.id order by 1) as inputs
      from upload u join flow f on f.id = u.flow_id order by u.id
    `.execute(tx),
  );
  return found.rows.filter(({ name }) => names.includes(name));
}

test.each(['a', 'b'])(
  'starts an upload that is published while its inputs download, whichever input completes last (%s)',
  { tags: 'proof:flow-published-midway' },
  async (last) => {
    const before = await publish(BOTH + upload('ua', 'a'));
    const a = await fetched('a', before);
    const now = await publish(BOTH + upload('ua', 'a') + AB);
    const b = await fetched('b', now);
    const both = [
      { name: 'a', script: before, id: a },
      { name: 'b', script: now, id: b },
    ];
    for (const { name, script, id } of last === 'a' ? both.reverse() : both)
      await database.withAccount(account.accountId, (tx) => start(tx, name, script, id));
    expect(await started('ab')).toEqual([{ name: 'ab', date: DATE, script: now, inputs: [a, b].sort() }]);
    // What the download's own script makes stays with that.
    expect(await started('ua')).toEqual([{ name: 'ua', date: DATE, script: before, inputs: [a] }]);
  },
);

test('starts an upload that is published with a further input', async () => {
  const before = await publish(BOTH + upload('ab', 'b'));
  const now = await publish(BOTH + AB);
  const b = await complete('b', now);
  expect(await started('ab')).toEqual([]);
  const a = await complete('a', before);
  expect(await started('ab')).toEqual([{ name: 'ab', date: DATE, script: now, inputs: [a, b].sort() }]);
});

test('runs the script that is published by then, once for each version of the inputs', async () => {
  const before = await publish(BOTH);
  const between = await publish(BOTH + AB);
  const b = await complete('b', between);
  const now = await publish(BOTH + AB + upload('ub', 'b'));
  const a = await complete('a', before);
  const first = { name: 'ab', date: DATE, script: now, inputs: [a, b].sort() };
  expect(await started('ab', 'ub')).toEqual([first]);
  await database.withAccount(account.accountId, (tx) => start(tx, 'a', before, a));
  expect(await started('ab')).toEqual([first]);
  const newer = await complete('a', before);
  expect(await started('ab')).toEqual([first, { ...first, inputs: [newer, b].sort() }]);
});

test('starts no upload for which no other input of the date has waited', async () => {
  const before = await publish(BOTH + upload('ua', 'a'));
  await complete('b', before);
  const now = await publish(BOTH + upload('ua', 'a') + upload('again', 'a') + AB);
  await complete('b', now, { date: '2026-11-19' });
  await complete('a', before);
  expect(await started('ab', 'again')).toEqual([]);
  const a = await complete('a', before, { date: '2026-11-19' });
  expect(await started('ab', 'again')).toMatchObject([{ name: 'ab', date: '2026-11-19' }]);
  expect(await started('ua')).toContainEqual({ name: 'ua', date: '2026-11-19', script: before, inputs: [a] });
});

test('starts no upload that did not read the source when the other input completed', async () => {
  const before = await publish(BOTH);
  const b = await complete('b', await publish(BOTH + upload('ab', 'b')));
  await publish(BOTH + AB);
  await complete('a', before);
  expect(await started('ab')).toMatchObject([{ inputs: [b] }]);
});

test('starts an upload of both scripts once, by the script of the download that completed last', async () => {
  const before = await publish(BOTH + AB);
  const b = await complete('b', await publish(BOTH + AB + upload('ub', 'b')));
  const a = await complete('a', before);
  expect(await started('ab')).toEqual([{ name: 'ab', date: DATE, script: before, inputs: [a, b].sort() }]);
});

test('starts no upload whose source was declared differently or removed', async () => {
  const before = await publish(BOTH);
  const wider = await publish(
    source('a', { columns: 'site: string; clicks: integer; region: string;' }) + source('b') + AB,
  );
  await complete('b', wider);
  await complete('a', before);
  await publish(source('b') + upload('ub', 'b'));
  await complete('a', before);
  expect(await started('ab')).toEqual([]);
});

test('keeps backfills on the script that they started with', async () => {
  const before = await publish(BOTH);
  const now = await publish(BOTH + AB);
  await complete('b', now, { purpose: 'backfill' });
  await complete('a', before, { purpose: 'backfill' });
  expect(await started('ab')).toEqual([]);
});

test('a source without dates starts an upload for the dates that waited since its publication', async () => {
  const sources = source('a', { dated: false }) + source('b');
  const before = await publish(sources);
  await complete('b', before, { date: '2026-11-18' });
  const now = await publish(sources + AB + upload('again', 'a'));
  const b = await complete('b', now);
  const a = await complete('a', before, { date: null });
  expect(await started('ab', 'again')).toEqual([{ name: 'ab', date: DATE, script: now, inputs: [a, b].sort() }]);
});

test('two sources without dates start an upload as two with dates do', async () => {
  const sources = source('a', { dated: false }) + source('b', { dated: false });
  const before = await publish(sources);
  const now = await publish(sources + AB);
  const b = await complete('b', now, { date: null });
  const a = await complete('a', before, { date: null });
  expect(await started('ab')).toEqual([{ name: 'ab', date: null, script: now, inputs: [a, b].sort() }]);
});

test('a download finds an unread input that completes at the same time', async () => {
  const before = await publish(BOTH);
  const a = await fetched('a', before);
  let completing: Promise<string> | undefined;
  let now = '';
  await database.withAccount(account.accountId, async (tx) => {
    await start(tx, 'a', before, a);
    now = await publish(BOTH + AB);
    completing = complete('b', now);
    const waiting = (): Promise<number> =>
      database.withSystem(
        async (other) =>
          (
            await sql`select from pg_locks l join pg_database d on d.oid = l.database
            where d.datname = current_database() and locktype = 'advisory' and not granted`.execute(other)
          ).rows.length,
      );
    await expect.poll(waiting).toBe(1);
  });
  const b = await completing;
  expect(await started('ab')).toEqual([{ name: 'ab', date: DATE, script: now, inputs: [a, b].sort() }]);
});
