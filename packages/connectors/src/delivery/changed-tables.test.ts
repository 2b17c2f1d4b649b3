import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadMode } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Content } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { buildDelivery } from '../testing/delivery.ts';
import { DESTINATIONS, openHarness } from '../testing/destinations.ts';
import { canonicalCsv } from '../testing/every-type.ts';
import type { Harness, Place } from '../testing/harness.ts';

const COLUMNS: readonly Column[] = [
  { name: 'id', type: { kind: 'integer' }, nullable: true },
  { name: 'rate', type: { kind: 'float' }, nullable: true },
];
const WIDER: readonly Column[] = [
  ...COLUMNS,
  { name: 'cost', type: { kind: 'decimal', precision: 12, scale: 2 }, nullable: true },
  { name: 'note', type: { kind: 'string' }, nullable: true },
];

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'changed-tables-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

function contentOf(columns: readonly Column[], rows: readonly (readonly string[])[]): Content {
  const text = canonicalCsv(columns, rows);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(scratch, `${sha256}.csv`);
  writeFileSync(path, text);
  return { format: 'csv', path, bytes: Buffer.byteLength(text), rows: rows.length, sha256 };
}

const TABLES = DESTINATIONS.filter(({ spec }) =>
  spec.destination?.parameters.some(({ name, allowed }) => name === 'evolve' && allowed?.includes('add_columns')),
);

it('lists every destination that is a table of a database or warehouse', () => {
  const names = TABLES.map(({ spec }) => spec.name);
  expect(names).toEqual(
    expect.arrayContaining(['bigquery', 'clickhouse', 'databricks', 'mssql', 'postgres', 'redshift', 'snowflake']),
  );
});

describe.each(TABLES.map((one) => [one.spec.name, one] as const))('%s', (name, { destination }) => {
  let harness: Harness;
  let place: Place;
  let places = 0;
  beforeAll(async () => {
    harness = await openHarness(name);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    places += 1;
    place = await harness.place(`changed_${places}`);
  });

  const deliver = async (
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    fence: number,
    more: Readonly<Record<string, string>> = {},
  ): Promise<readonly (readonly string[])[]> => deliverContent(columns, contentOf(columns, rows), fence, more);
  const deliverContent = async (
    columns: readonly Column[],
    content: Content,
    fence: number,
    more: Readonly<Record<string, string>> = {},
  ): Promise<readonly (readonly string[])[]> => {
    const mode: UploadMode = 'replace_date';
    const added: (readonly string[])[] = [];
    await destination.deliver(
      buildDelivery(content, {
        columns,
        key: harness.key,
        parameters: { ...place.parameters(mode), ...more },
        mode,
        fence,
      }),
      buildContext({ folders: harness.folders, onColumnsAdded: async (names) => void added.push(names) }),
    );
    return added;
  };
  const held = (columns: readonly Column[]) =>
    place.rows(
      columns.map((column) => column.name),
      '2026-03-04',
    );

  it('refuses integers for a column of floats before loading, with the statement that keeps them', async () => {
    await deliver(COLUMNS, [['1', '0.5']], 1);
    const integers: readonly Column[] = [
      { name: 'id', type: { kind: 'integer' }, nullable: true },
      { name: 'rate', type: { kind: 'integer' }, nullable: true },
    ];
    await expect(deliver(integers, [['1', '9007199254740993']], 2)).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      class: 'permanent',
      message: expect.stringMatching(
        /its column rate of type .+ would change values of integer, such as \d+\. To keep them: ALTER TABLE/i,
      ) as unknown,
    });
    expect(await held(COLUMNS)).toEqual([['1', '0.5']]);
    await expect.poll(() => place.leftovers()).toEqual([]);
  });

  it('takes whole numbers and nothing at all in a column of floats, which keeps them', async () => {
    await deliver(COLUMNS, [['1', '0.5']], 1);
    const rate = (kind: 'integer' | 'string'): readonly Column[] => [
      { name: 'id', type: { kind: 'integer' }, nullable: true },
      { name: 'rate', type: { kind }, nullable: true },
    ];
    await deliver(rate('integer'), [['1', '3']], 2);
    expect((await held(COLUMNS)).map(([id, value]) => [id, Number(value)])).toEqual([['1', 3]]);
    const content = contentOf(rate('string'), []);
    writeFileSync(content.path, 'id,rate\n2,\n');
    const nothing = {
      ...content,
      bytes: 13,
      rows: 1,
      sha256: createHash('sha256').update('id,rate\n2,\n').digest('hex'),
    };
    await deliverContent(rate('string'), nothing, 3);
    expect((await held(COLUMNS)).map(([id, value]) => [id, value || null])).toEqual([['2', null]]);
  });

  it('names the columns that the table lacks, and adds them only on request', async () => {
    await deliver(COLUMNS, [['1', '0.5']], 1);
    const rows = [['2', '1.5', '1.25', 'x']];
    await expect(deliver(WIDER, rows, 2)).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringMatching(
        /it has no column cost, note\. To add: ALTER TABLE .+cost.+note.+ evolve to add_columns/i,
      ) as unknown,
    });
    expect(await deliver(WIDER, rows, 2, { evolve: 'add_columns' })).toEqual([['cost', 'note']]);
    expect(await held(WIDER)).toEqual(rows);
    expect(await deliver(WIDER, [['3', '2.5', '7.00', 'y']], 3, { evolve: 'add_columns' })).toEqual([]);
    expect(await held(WIDER)).toEqual([['3', '2.5', '7.00', 'y']]);
  });
});
