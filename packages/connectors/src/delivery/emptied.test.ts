import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PipelineError } from '@switchboard/model/errors/errors';
import { REPLACING_MODES, type UploadMode } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Content, DeliveryContext, DeliveryRequest } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { buildDelivery } from '../testing/delivery.ts';
import { DESTINATIONS, openHarness } from '../testing/destinations.ts';
import { canonicalCsv } from '../testing/every-type.ts';
import type { Harness, Place } from '../testing/harness.ts';
import { runErrand } from '../testing/run-errand.ts';

const COLUMNS: readonly Column[] = [
  { name: 'id', type: { kind: 'integer' }, nullable: false },
  { name: 'note', type: { kind: 'string' }, nullable: true },
];
const OLD = [
  ['1', 'old'],
  ['2', 'old'],
];

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'emptied-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

function contentOf(rows: readonly (readonly string[])[]): Content {
  const text = canonicalCsv(COLUMNS, rows);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(scratch, `${sha256}.csv`);
  writeFileSync(path, text);
  return { format: 'csv', path, bytes: Buffer.byteLength(text), rows: rows.length, sha256 };
}

/** Promises of a destination, of which a run tries a part. It tries the others at each destination. */
const PROMISES = ['where nothing was', 'untyped', 'kept', 'modes that replace nothing'] as const;
/** One of so many cells at each destination; neighbours take others. */
const oneOf = <Cell>(cells: readonly Cell[], index: number): readonly Cell[] => {
  const start = index % Math.max(cells.length, 1);
  return sampleCells([...cells.slice(start), ...cells.slice(0, start)], Math.max(cells.length, 2));
};
const TRIED = DESTINATIONS.map((one, index) => [one.spec.name, { ...one, index }] as const);

describe.each(TRIED)('%s', (name, { spec, destination, modes, index }) => {
  let harness: Harness;
  let place: Place;
  let places = 0;
  beforeAll(async () => {
    harness = await openHarness(name);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    places += 1;
    place = await harness.place(`emptied_${places}`);
  });

  const request = (
    rows: readonly (readonly string[])[],
    mode: UploadMode,
    overrides: Partial<DeliveryRequest> = {},
  ): DeliveryRequest =>
    buildDelivery(contentOf(rows), {
      columns: COLUMNS,
      key: harness.key,
      parameters: place.parameters(mode),
      mode,
      mayBeEmpty: true,
      ...overrides,
    });
  const context = (overrides: Partial<DeliveryContext> = {}): DeliveryContext =>
    buildContext({ folders: harness.folders, ...overrides });
  const held = async (date = '2026-03-04'): Promise<readonly (readonly (string | null)[])[]> => {
    const rows = await place.rows(
      COLUMNS.map((column) => column.name),
      date,
    );
    return [...rows].sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1));
  };

  const replacing = REPLACING_MODES.filter((mode) => (modes as readonly UploadMode[]).includes(mode));
  const promises = new Set(oneOf(PROMISES, index));
  it.each(oneOf(replacing, index))(
    'a result without rows replaces the one before, once, in mode %s',
    {
      tags: 'proof:empty-delivery-once',
    },
    async (mode) => {
      await destination.deliver(request(OLD, mode), context());
      const isOther = mode === 'replace_date';
      if (isOther) await destination.deliver(request(OLD, mode, { reportDate: '2026-03-05' }), context());
      const failing = async (): Promise<never> => {
        throw new PipelineError('STORAGE_FULL');
      };
      const empty = request([], mode, { fence: 2 });
      await expect(destination.deliver(empty, context({ beforeCommit: failing }))).rejects.toMatchObject({
        code: 'STORAGE_FULL',
      });
      expect(await held()).toEqual(OLD);
      expect(await destination.deliver({ ...empty, attempt: 2 }, context())).toMatchObject({
        rows: 0,
        alreadyDelivered: false,
      });
      expect(await held()).toEqual([]);
      if (isOther) expect(await held('2026-03-05')).toEqual(OLD);
      expect(await destination.deliver({ ...empty, attempt: 3 }, context())).toMatchObject({ alreadyDelivered: true });
      await expect(destination.deliver(request(OLD, mode), context())).rejects.toMatchObject({
        code: 'DESTINATION_SUPERSEDED',
      });
      expect(await held()).toEqual([]);
      await expect.poll(() => place.leftovers()).toEqual([]);
    },
  );

  it.each(oneOf(replacing, index + 1))(
    'holds nothing once after a crash of an empty delivery in mode %s',
    async (mode) => {
      await destination.deliver(request(OLD, mode), context());
      const empty = request([], mode, { fence: 2 });
      const errand = { connector: name, request: empty, folders: harness.folders, end: 'when delivered' } as const;
      await expect(runErrand(scratch, errand)).rejects.toMatchObject({ signal: 'SIGKILL' });
      expect(await held()).toEqual([]);
      expect(await destination.deliver({ ...empty, attempt: 2 }, context())).toMatchObject({
        rows: 0,
        alreadyDelivered: true,
      });
      expect(await held()).toEqual([]);
    },
  );

  if (promises.has('where nothing was'))
    it('a result without rows is delivered where nothing was before', async () => {
      const mode = replacing[0] ?? 'replace_date';
      expect(await destination.deliver(request([], mode), context())).toMatchObject({ rows: 0 });
      expect(await held()).toEqual([]);
    });

  if (promises.has('untyped'))
    it('makes no table of a result without rows whose types are not known, and removes the rows of one that is there', {
      tags: 'proof:empty-result-untyped',
    }, async () => {
      const mode = replacing[0] ?? 'replace_date';
      const isTable = spec.destination?.container?.object === 'table';
      const columns = COLUMNS.map((column): Column => ({ ...column, type: { kind: 'string' }, nullable: true }));
      const untyped: Partial<DeliveryRequest> = { isUntyped: true, columns };
      const first = destination.deliver(request([], mode, untyped), context());
      if (isTable) await expect(first).rejects.toMatchObject({ code: 'EMPTY_RESULT_UNTYPED' });
      else expect(await first).toMatchObject({ rows: 0 });
      await destination.deliver(request(OLD, mode, { fence: 2 }), context());
      expect(await held()).toEqual(OLD);
      expect(await destination.deliver(request([], mode, { ...untyped, fence: 3 }), context())).toMatchObject({
        rows: 0,
      });
      expect(await held()).toEqual([]);
    });

  if (promises.has('kept'))
    it('keeps what is there without the choice to replace it, and says whether that has rows', async () => {
      const mode = replacing[0] ?? 'replace_date';
      const kept = request([], mode, { fence: 2, mayBeEmpty: false });
      const refusal = (rows: 0 | 1) => ({ code: 'RESULT_EMPTY', parameters: { name: 'ad_daily', held: rows } });
      await expect(destination.deliver(kept, context())).rejects.toMatchObject(refusal(0));
      await destination.deliver(request(OLD, mode), context());
      await expect(destination.deliver(kept, context())).rejects.toMatchObject(refusal(1));
      expect(await held()).toEqual(OLD);
    });

  if (promises.has('modes that replace nothing'))
    it('refuses a result without rows in a mode that replaces nothing', async () => {
      for (const mode of (modes as readonly UploadMode[]).filter((each) => !REPLACING_MODES.includes(each)))
        await expect(destination.deliver(request([], mode), context())).rejects.toMatchObject({ code: 'RESULT_EMPTY' });
    });
});
