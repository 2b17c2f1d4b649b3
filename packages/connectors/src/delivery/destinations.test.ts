import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDestination } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate, UPLOAD_MODES, type UploadMode } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretsOf } from '../secrets.ts';
import type { Content, DeliveryContext, DeliveryRequest, DestinationConnector } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { buildDelivery } from '../testing/delivery.ts';
import { DESTINATIONS, openHarness } from '../testing/destinations.ts';
import { canonicalCsv, EVERY_TYPE, EVERY_VALUE, sameSpelling } from '../testing/every-type.ts';
import type { Harness, Place } from '../testing/harness.ts';
import { runErrand } from '../testing/run-errand.ts';

const FEW: readonly Column[] = [
  { name: 'id', type: { kind: 'integer' }, nullable: false },
  { name: 'note', type: { kind: 'string' }, nullable: true },
];
const OLD = [
  ['1', 'old'],
  ['2', 'old'],
];
const NEXT = [
  ['2', 'new'],
  ['3', 'new'],
];
/** Enough that rows are sent before the middle is reached. */
const LONG = Array.from({ length: 2000 }, (_, row) => [String(row), `row ${row}`]);

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'destinations-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

function contentOf(columns: readonly Column[], rows: readonly (readonly (string | null)[])[]): Content {
  const text = canonicalCsv(columns, rows);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(scratch, `${sha256}.csv`);
  writeFileSync(path, text);
  return { format: 'csv', path, bytes: Buffer.byteLength(text), rows: rows.length, sha256 };
}

/** When a process dies. */
const ENDS = ['in the middle', 'when delivered'] as const;

/** Promises of each mode, and of a destination, of which a run tries a part. It tries the others at each destination. */
const OF_MODE = ['after a restore', 'once', 'asks before it shows', 'cancelled', 'fails in the middle'] as const;
const OF_DESTINATION = [
  'never empty',
  'dates apart',
  'kept rows of all dates',
  'kept rows of a date',
  'many at once',
  'test runs apart',
  'stops',
  'reaches the middle',
  'wrong key',
] as const;

/** One of so many cells, or as few as a run may take of them. */
const oneOf = <Cell>(cells: readonly Cell[]): readonly Cell[] =>
  sampleCells(cells, Math.min(Math.max(cells.length, 2), 7));
/** The cells from one on, so that neighbours of a matrix take others. */
const from = <Cell>(cells: readonly Cell[], start: number): readonly Cell[] => [
  ...cells.slice(start % cells.length),
  ...cells.slice(0, start % cells.length),
];

/** The cells of the matrix that this run tests at each destination. */
const TRIED = DESTINATIONS.map(({ modes, ...one }, index) => {
  const all = modes as readonly UploadMode[];
  const pairs = all.flatMap((mode) => OF_MODE.map((promise) => `${mode}: ${promise}`));
  const promises = [...sampleCells(from(pairs, index), 7), ...sampleCells(from(OF_DESTINATION, index), 7)];
  return {
    ...one,
    modes: all,
    main: oneOf(from(all, index)),
    crashes: oneOf(
      from(
        all.flatMap((mode) => ENDS.map((end) => ({ mode, end }))),
        index,
      ),
    ),
    promises: new Set(promises),
  };
});

describe.each(TRIED.map((one) => [one.spec.name, one] as const))('%s', (name, tried) => {
  const { spec, destination, modes, main, crashes, promises } = tried;
  let harness: Harness;
  let place: Place;
  let places = 0;
  beforeAll(async () => {
    harness = await openHarness(name);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    places += 1;
    place = await harness.place(`place_${places}`);
  });

  const request = (
    rows: readonly (readonly (string | null)[])[],
    overrides: Partial<DeliveryRequest> = {},
  ): DeliveryRequest => {
    const mode = overrides.mode ?? 'replace_date';
    return buildDelivery(contentOf(overrides.columns ?? FEW, rows), {
      columns: FEW,
      key: harness.key,
      parameters: place.parameters(mode),
      mode,
      ...overrides,
    });
  };
  const context = (overrides: Partial<DeliveryContext> = {}): DeliveryContext =>
    buildContext({ folders: harness.folders, ...overrides });
  const deliver: DestinationConnector['deliver'] = (one, how) => destination.deliver(one, how);
  const spelled: typeof sameSpelling = (columns, row) => (harness.sameSpelling ?? sameSpelling)(columns, row);
  const held = async (columns = FEW, date = '2026-03-04'): Promise<readonly (readonly (string | null)[])[]> => {
    const rows = await place.rows(
      columns.map((column) => column.name),
      date,
    );
    return sorted(rows.map((row) => spelled(columns, row)));
  };

  it('lists at least one mode, and only modes of ours', () => {
    expect(modes.length).toBeGreaterThan(0);
    for (const mode of modes) expect(UPLOAD_MODES).toContain(mode);
  });

  const hasTests = (mode: UploadMode): boolean =>
    main.includes(mode) || OF_MODE.some((promise) => promises.has(`${mode}: ${promise}`));
  describe.each(modes.filter(hasTests))('the mode %s', (mode) => {
    const isTried = (promise: (typeof OF_MODE)[number]): boolean => promises.has(`${mode}: ${promise}`);
    if (main.includes(mode))
      it('delivers exactly the rows, of every type', async () => {
        const columns = harness.everyType ?? EVERY_TYPE;
        const first = request(EVERY_VALUE, { mode, columns });
        const bytes: number[] = [];
        const answer = await deliver(first, context({ onBytes: (count) => bytes.push(count) }));
        expect(answer).toMatchObject({ rows: EVERY_VALUE.length, alreadyDelivered: false });
        expect(answer.destination).toBe(describeDestination(spec, first.parameters, first.name, first.reportDate));
        expect(bytes.reduce((sum, count) => sum + count, 0)).toBe(first.content.bytes);
        expect(await held(columns)).toEqual(sorted(EVERY_VALUE.map((row) => spelled(columns, row))));
      });

    if (isTried('after a restore'))
      it('delivers after a restore what has the number of a lost result, or a lower one', async () => {
        await deliver(request(OLD, { mode, fence: 1 }), context());
        await deliver(request(NEXT, { mode, fence: 7 }), context());
        for (const [epoch, fence, rows] of [
          [0, 7, [['4', 'same history']]],
          [1_700_000_000_000, 7, [['5', 'restored']]],
          [1_800_000_000_000, 3, [['6', 'restored again']]],
        ] as const) {
          const restored = { mode, fence, epoch, unitId: `of epoch ${epoch}` };
          expect(await deliver(request(rows, restored), context())).toMatchObject({ alreadyDelivered: false });
          expect((await held()).map(([id]) => id)).toContain(rows[0][0]);
          expect(await deliver(request(rows, { ...restored, attempt: 2 }), context())).toMatchObject({
            alreadyDelivered: true,
          });
        }
        // The result of the last history, delivered again by one that was restored from it.
        expect(
          await deliver(request([['6', 'restored again']], { mode, fence: 3, epoch: 1_900_000_000_000 }), context()),
        ).toMatchObject({ alreadyDelivered: true });
        await expect(deliver(request(OLD, { mode, fence: 99, epoch: 1 }), context())).rejects.toMatchObject({
          code: 'DESTINATION_OF_LATER_HISTORY',
          class: 'permanent',
        });
      });

    if (isTried('once'))
      it('delivers the same result once, however often it is asked to', { tags: 'proof:delivery-once' }, async () => {
        for (let attempt = 1; attempt <= 3; attempt += 1) {
          expect(await deliver(request(OLD, { mode, attempt }), context())).toMatchObject({
            rows: 2,
            alreadyDelivered: attempt > 1,
          });
        }
        expect(await held()).toEqual(OLD);
      });

    if (main.includes(mode))
      it('takes a newer result, and refuses an older one', { tags: 'proof:delivery-newest-wins' }, async () => {
        await deliver(request(OLD, { mode, fence: 2 }), context());
        await deliver(request(NEXT, { mode, fence: 3 }), context());
        const newest = await held();
        await expect(deliver(request(OLD, { mode, fence: 2 }), context())).rejects.toMatchObject({
          code: 'DESTINATION_SUPERSEDED',
        });
        expect(await held()).toEqual(newest);
        if (mode === 'replace_date' || mode === 'truncate') expect(newest).toEqual(NEXT);
      });

    if (isTried('asks before it shows'))
      it('asks once before it shows anything, and shows nothing when it may not', async () => {
        await deliver(request(OLD, { mode }), context());
        const seen: unknown[] = [];
        const beforeCommit = async (): Promise<void> => {
          seen.push(await held());
          if (seen.length === 1) throw new PipelineError('STALE_ATTEMPT', { attempt: 1, current: 2 });
        };
        const refused = deliver(request(NEXT, { mode, fence: 2 }), context({ beforeCommit }));
        await expect(refused).rejects.toMatchObject({ code: 'STALE_ATTEMPT' });
        expect(await held()).toEqual(OLD);
        await expect.poll(() => place.leftovers()).toEqual([]);
        await deliver(request(NEXT, { mode, fence: 2, attempt: 2 }), context({ beforeCommit }));
        expect(seen).toEqual([OLD, OLD]);
        expect((await held()).filter(([, note]) => note === 'new')).toEqual(NEXT);
      });

    if (isTried('cancelled'))
      it('only checks whether the result is there once the delivery is cancelled', async () => {
        const isCancelRequested = { mode, fence: 2, attempt: 2, isCancelRequested: true } as const;
        const gone = { code: 'DELIVERY_CANCELLED', class: 'permanent' };
        await expect(deliver(request(NEXT, { ...isCancelRequested, fence: 1 }), context())).rejects.toMatchObject(gone);
        expect(await held()).toEqual([]);
        await deliver(request(OLD, { mode }), context());
        await expect(deliver(request(NEXT, isCancelRequested), context())).rejects.toMatchObject(gone);
        expect(await held()).toEqual(OLD);
        await deliver(request(NEXT, { mode, fence: 2 }), context());
        expect(await deliver(request(NEXT, isCancelRequested), context())).toMatchObject({
          rows: 2,
          alreadyDelivered: true,
        });
        expect((await held()).filter(([, note]) => note === 'new')).toEqual(NEXT);
      });

    if (isTried('fails in the middle'))
      it('leaves what was there, and shows nothing else, when it fails in the middle', async () => {
        await deliver(request(OLD, { mode }), context());
        const seen: unknown[] = [];
        const fault = async (): Promise<never> => {
          seen.push(await held());
          throw new PipelineError('STORAGE_FULL');
        };
        const failing = deliver(request(LONG, { mode, fence: 2 }), context({ fault }));
        await expect(failing).rejects.toMatchObject({ code: 'STORAGE_FULL' });
        expect([...seen, await held()]).toEqual([OLD, OLD]);
        await expect.poll(() => place.leftovers()).toEqual([]);
        await deliver(request(NEXT, { mode, fence: 2, attempt: 2 }), context());
        expect((await held()).filter(([, note]) => note === 'new')).toEqual(NEXT);
      });
  });

  it.each(crashes)(
    'holds the rows once after a crash $end, in mode $mode',
    { tags: ['proof:delivery-survives-crash', 'case:killed'] },
    async ({ mode, end }) => {
      const first = request(LONG, { mode });
      await expect(
        runErrand(scratch, { connector: name, request: first, folders: harness.folders, end }),
      ).rejects.toMatchObject({
        signal: 'SIGKILL',
      });
      const crashed = (await held()).length;
      expect(crashed).toBe(end === 'in the middle' ? 0 : LONG.length);
      const again = await deliver({ ...first, attempt: 2 }, context());
      expect(again).toMatchObject({ rows: LONG.length, alreadyDelivered: end === 'when delivered' });
      expect(await held()).toEqual(sorted(LONG));
    },
  );

  if (promises.has('never empty'))
    it('never receives an empty result, and would not take one', { tags: 'proof:delivery-never-empty' }, async () => {
      await deliver(request(OLD), context());
      await expect(deliver(request([], { fence: 2 }), context())).rejects.toMatchObject({
        code: 'RESULT_EMPTY',
        message: 'ad_daily: the result has no rows; nothing is uploaded and the destination is unchanged.',
      });
      expect(await held()).toEqual(OLD);
    });

  if (promises.has('dates apart'))
    it('keeps report dates apart, and replaces a date that comes again', async () => {
      await deliver(request(OLD), context());
      await deliver(request(NEXT, { reportDate: '2026-03-05' }), context());
      await deliver(request([['9', 'again']], { fence: 2 }), context());
      expect([await held(), await held(FEW, '2026-03-05')]).toEqual([[['9', 'again']], NEXT]);
    });

  if (promises.has('kept rows of all dates'))
    it('truncate: newer kept rows stay, since they are of all dates', async () => {
      const { path, ...others } = place.parameters('truncate');
      const fixed = typeof path === 'string' ? { ...others, path: fillTemplate(path, '2026-03-04') } : others;
      const kept = { mode: 'truncate', isSnapshot: true, parameters: fixed } as const;
      await deliver(request(NEXT, { ...kept, fence: 2 }), context());
      await expect(
        deliver(request(OLD, { ...kept, reportDate: '2026-03-05', fence: 1 }), context()),
      ).rejects.toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
      expect(await held()).toEqual(NEXT);
    });

  if (promises.has('kept rows of a date'))
    it('replace_date: newer kept rows leave those of other dates', async () => {
      const kept = { mode: 'replace_date', isSnapshot: true } as const;
      await deliver(request(NEXT, { ...kept, reportDate: '2026-03-05', fence: 2 }), context());
      await deliver(request(OLD, { ...kept, fence: 1 }), context());
      expect([await held(), await held(FEW, '2026-03-05')]).toEqual([OLD, NEXT]);
    });

  if (promises.has('many at once'))
    it('lets the newest of many at once win', async () => {
      const fences = [3, 1, 4, 2, 5];
      const outcomes = await Promise.allSettled(
        fences.map((fence) => deliver(request([['1', `of ${fence}`]], { fence, unitId: `u${fence}` }), context())),
      );
      const [newest] = outcomes.slice(-1);
      expect(newest, newest?.status === 'rejected' ? String(newest.reason) : '').toMatchObject({ status: 'fulfilled' });
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      for (const reason of refused) expect(reason, String(reason)).toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
      expect(await held()).toEqual([['1', 'of 5']]);
    });

  if (promises.has('test runs apart'))
    it('keeps test runs apart from what is real', async () => {
      await deliver(request(OLD, { fence: 5, purpose: 'backfill' }), context());
      await expect(deliver(request(NEXT, { fence: 4 }), context())).rejects.toMatchObject({
        code: 'DESTINATION_SUPERSEDED',
      });
      expect(await deliver(request(NEXT, { fence: 1, purpose: 'proof' }), context())).toMatchObject({
        alreadyDelivered: false,
      });
    });

  it('says before it writes whether there is something in its place, and leaves it when it may not write', async () => {
    const seen: boolean[] = [];
    const claimTarget: DeliveryContext['claimTarget'] = async (exists) => {
      seen.push(await exists());
      if (seen.length === 2) throw new PipelineError('TEST_TARGET_NOT_MADE_BY_TESTS', { name, destination: 'it' });
    };
    const mode = modes.includes('truncate') ? 'truncate' : 'replace_date';
    await deliver(request(OLD, { mode, purpose: 'proof' }), context({ claimTarget }));
    const other = { mode, purpose: 'proof', name: 'other', unitId: 'u2' } as const;
    await expect(deliver(request(NEXT, other), context({ claimTarget }))).rejects.toMatchObject({
      code: 'TEST_TARGET_NOT_MADE_BY_TESTS',
    });
    expect(seen).toEqual([false, true]);
    expect(await held()).toEqual(OLD);
    await expect.poll(() => place.leftovers()).toEqual([]);
  });

  if (promises.has('stops'))
    it('stops when it is cancelled, before it begins and in the middle', {
      tags: 'proof:delivery-stops-on-cancel',
    }, async () => {
      await deliver(request(OLD), context());
      const early = context({ signal: AbortSignal.abort(new Error('cancelled by a person')) });
      await expect(deliver(request(NEXT, { fence: 2 }), early)).rejects.toThrow('cancelled by a person');
      const abort = new AbortController();
      const fault = (): Promise<never> => {
        abort.abort(new Error('cancelled by a person'));
        // Never settles: a delivery that waited for it would end with the time limit of the test.
        return new Promise(() => undefined);
      };
      const stuck = deliver(request(LONG, { fence: 2 }), context({ signal: abort.signal, fault }));
      await expect(stuck).rejects.toThrow('cancelled by a person');
      expect(await held()).toEqual(OLD);
      await expect.poll(() => place.leftovers()).toEqual([]);
    });

  if (promises.has('reaches the middle'))
    it('reaches the middle once, and the last moment after it', async () => {
      const points: string[] = [];
      await deliver(request(LONG), context({ fault: async (point) => void points.push(point) }));
      expect(points).toEqual(['mid-upload', 'before-commit']);
    });

  if (spec.keyRequired && promises.has('wrong key')) {
    it('reports a wrong key as such, without its secrets', { tags: 'case:wrong-key' }, async () => {
      await deliver(request(OLD), context());
      expect(harness.wrongKeys.length).toBeGreaterThan(0);
      for (const key of harness.wrongKeys) {
        const error: unknown = await deliver(request(NEXT, { fence: 2, key }), context()).catch(
          (caught: unknown) => caught,
        );
        expect(error).toMatchObject({ code: 'DESTINATION_AUTH_FAILED', class: 'authentication' });
        const secrets = secretsOf(key);
        expect(secrets.length).toBeGreaterThan(0);
        for (const secret of secrets) expect(String((error as Error).message)).not.toContain(secret);
      }
      await expect(deliver(request(NEXT, { fence: 2, key: null }), context())).rejects.toMatchObject({
        code: 'KEY_MISSING',
      });
      expect(await held()).toEqual(OLD);
    });
  }
});

const sorted = (rows: readonly (readonly (string | null)[])[]): readonly (readonly (string | null)[])[] =>
  [...rows].sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1));
