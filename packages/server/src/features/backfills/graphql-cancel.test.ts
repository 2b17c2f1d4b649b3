import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const PLAN = {
  sources: NAMES.map((name) => buildSource(`${name}-source`)),
  uploads: NAMES.map((name) => buildUpload(name, { sources: [`${name}-source`] })),
};

const server = useGraphqlServer();
const mine = useAccount(server, PLAN);
const theirs = useAccount(server, PLAN);
const operator = useClient(server, mine, ['operator']);
const viewer = useClient(server, mine, ['viewer']);
const stranger = useClient(server, theirs, ['operator']);

const DAYS = 'start_datetime: "2026-01-10T00:00:00.000Z", end_datetime: "2026-01-11T23:59:59.000Z"';

async function launch({ data }: typeof operator, name: string): Promise<string> {
  const { launch_backfill: launched } = await data<{ launch_backfill: { id: string } }>(
    `mutation { launch_backfill(upload_names: ["${name}"], title: "again ${name}", ${DAYS}) { ... on Backfill { id } } }`,
  );
  return launched.id;
}

const list = (ids: readonly string[]): string => JSON.stringify(ids);
const cancelText = (ids: readonly string[]): string =>
  `mutation { cancel_backfills(backfill_ids: ${list(ids)}) {
    results { backfill_id outcome message backfill { title status cancelled_by { name } } } } }`;
const findText = (ids: readonly string[]): string =>
  `{ backfills_to_cancel(backfill_ids: ${list(ids)}) { missing backfills { title status } } }`;

type Result = {
  readonly backfill_id: string;
  readonly outcome: string;
  readonly message: string | null;
  readonly backfill: { readonly status: string } | null;
};
const cancel = async (ids: readonly string[]): Promise<readonly Result[]> =>
  (await operator.data<{ cancel_backfills: { results: Result[] } }>(cancelText(ids))).cancel_backfills.results;

const OVER = 'The backfill is over, so it cannot be cancelled.';

describe('a bulk cancel of backfills', () => {
  let foreign: string;
  beforeAll(async () => {
    foreign = await launch(stranger, 'a');
  });

  it('says for each id what happened, and cancels none twice', async () => {
    const [first, second, before] = [
      await launch(operator, 'a'),
      await launch(operator, 'b'),
      await launch(operator, 'c'),
    ];
    await cancel([before]);
    const unknown = randomUUID();
    expect(await operator.data(findText([second, before, unknown]))).toEqual({
      backfills_to_cancel: {
        missing: 1,
        backfills: [
          { title: 'again b', status: 'preparing' },
          { title: 'again c', status: 'cancelled' },
        ],
      },
    });
    const results = await cancel([first, before, unknown, 'no id', second, first]);
    expect(results).toEqual([
      {
        backfill_id: first,
        outcome: 'ok',
        message: null,
        backfill: {
          title: 'again a',
          status: 'cancelled',
          cancelled_by: { name: expect.stringMatching(/^Person /) as string },
        },
      },
      expect.objectContaining({ backfill_id: before, outcome: 'finished', message: OVER }),
      { backfill_id: unknown, outcome: 'not_found', message: 'There is no such backfill.', backfill: null },
      { backfill_id: 'no id', outcome: 'not_found', message: 'There is no such backfill.', backfill: null },
      expect.objectContaining({ backfill_id: second, outcome: 'ok', message: null }),
    ]);
    const events = await mine.rows(sql<{ backfill_id: string }>`
      select backfill_id from event where code = 'BACKFILL_CANCELLED' and backfill_id = any(${[first, second, before]}::uuid[])`);
    expect(events.map((event) => event.backfill_id).sort()).toEqual([first, second, before].sort());
    expect((await cancel([first, second])).map((result) => result.outcome)).toEqual(['finished', 'finished']);
  });

  it('reports an upload that may have been delivered', async () => {
    const id = await launch(operator, 'd');
    const flow = await addFlow(server.database, mine, { purpose: 'backfill', backfill_id: id, status: 'SINKING' });
    await addUnitOf(server.database, mine, flow, { kind: 'flow', purpose: 'backfill' });
    const upload = await addUpload(server.database, mine, flow, { name: 'd', purpose: 'backfill', status: 'queued' });
    const lost = { attempt: 1, commit_attempt: 1 };
    await addUnitOf(server.database, mine, upload, { kind: 'upload', purpose: 'backfill', state: 'ready', ...lost });
    expect(await cancel([id])).toEqual([
      expect.objectContaining({
        outcome: 'undecided',
        message: 'The backfill is cancelled, but one upload was being delivered and may have been delivered.',
      }),
    ]);
  });

  it('cancels each once when two people cancel at the same time', async () => {
    const ids = [await launch(operator, 'e'), await launch(operator, 'f')];
    const both = await Promise.all([cancel(ids), cancel([...ids].reverse())]);
    const outcomes = ids.map((id) =>
      both.map((results) => results.find((result) => result.backfill_id === id)?.outcome).sort(),
    );
    expect(outcomes).toEqual([
      ['finished', 'ok'],
      ['finished', 'ok'],
    ]);
  });

  it('finds and changes nothing of another account', async () => {
    expect(await operator.data(findText([foreign]))).toEqual({ backfills_to_cancel: { missing: 1, backfills: [] } });
    expect((await cancel([foreign]))[0]).toMatchObject({ outcome: 'not_found', backfill: null });
    const [row] = await theirs.rows(sql<{ status: string }>`select status from backfill where id = ${foreign}`);
    expect(row?.status).toBe('preparing');
  });

  it.each([
    [[], 'backfill_ids must name at least one backfill.'],
    [Array.from({ length: 101 }, (_, index) => `id${index}`), 'backfill_ids takes at most 100 values.'],
  ])('refuses too few and too many ids', async (ids, message) => {
    for (const text of [cancelText(ids), findText(ids)])
      expect((await operator.ask(text)).errors[0]?.message).toBe(message);
  });

  it('a bulk cancel of backfills is for people with the permission backfills', async () => {
    for (const text of [cancelText([randomUUID()]), findText([randomUUID()])])
      expect((await viewer.ask(text)).errors[0]?.message).toBe('You do not have access to this.');
  });
});

describe('the expectation of a preview', () => {
  const preview = async (names: readonly string[]) =>
    (
      await operator.data<{ preview_backfill: unknown }>(`{ preview_backfill(upload_names: ${list(names)}, ${DAYS}) {
        ... on BackfillPreview { dates { expected { rows minutes unknown } } expected { rows minutes unknown } without_runs } } }`)
    ).preview_backfill;

  it('comes from the medians of the newest completed runs, without test runs', async () => {
    const at = (minute: number): string => `2026-01-0${1 + (minute % 5)}T00:00:00Z`;
    const run = async (seconds: number, rows: number, more = {}) => {
      const started = at(rows);
      const plus = (length: number): string => new Date(Date.parse(started) + length * 1_000).toISOString();
      const values = { status: 'completed', purpose: 'production', ...more };
      const flow = await addFlow(server.database, mine, { started });
      await addUpload(server.database, mine, flow, { name: 'e', row_count: rows, finished: plus(seconds), ...values });
      await addDownload(server.database, mine, { source: 'e-source', started, finished: plus(seconds * 2), ...values });
    };
    await run(60, 100);
    await run(90, 300);
    await run(60, 200);
    await run(6_000, 9_000, { purpose: 'proof' });
    await run(6_000, 9_000, { status: 'failed' });
    expect(await preview(['e'])).toEqual({
      dates: Array.from({ length: 2 }, () => ({ expected: { rows: 200, minutes: 3, unknown: 0 } })),
      expected: { rows: 400, minutes: 6, unknown: 0 },
      without_runs: [],
    });
    expect(await preview(['e', 'f'])).toMatchObject({
      expected: { rows: 400, minutes: null, unknown: 2 },
      without_runs: ['f'],
    });
  });
});
