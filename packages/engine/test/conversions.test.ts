import { type Column, typeName } from '@switchboard/model';
import { type ConversionCell, DIRTY, readOutcome } from '@switchboard/model/conversion-cell';
import { CONVERSIONS } from '@switchboard/model/conversions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONVERSION_ROUTES, type ConversionRoute } from './conversion-routes.ts';
import { column, createLoader, type LoadedFile } from './load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
let compared = 0;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const shownName = (cell: ConversionCell): string =>
  `${typeName(cell.from)} to ${typeName(cell.to)}${cell.format === undefined ? '' : ` "${cell.format}"`}`;

const ID: Column = { name: 'id', type: { kind: 'integer' }, nullable: false };

function found({ rows, dirty }: LoadedFile, index: number): string | null | typeof DIRTY {
  const row = rows.find(({ id }) => Number(id) === index);
  if (row) return row['x'] === null || row['x'] === undefined ? null : String(row['x']);
  return dirty.some(({ column: name }) => name === 'x') ? DIRTY : 'neither a row nor dirty';
}

async function compareCell(route: ConversionRoute, cell: ConversionCell): Promise<void> {
  const inputs = cell.cases.filter(([input]) => route.takes(cell, input));
  if (inputs.length === 0) return;
  // One good record more, because a file without any fails as a whole.
  const content = await route.file(cell, ['', ...inputs.map(([input]) => input)]);
  const loaded = await loader.load({
    files: [{ filename: `cases.${route.extension}`, content }],
    columns: [
      column(ID.name, ID.type, { nullable: false }),
      column('x', cell.to, cell.format === undefined ? {} : { format: cell.format }),
    ],
    parameters: route.parameters ?? {},
  });
  for (const [index, one] of inputs.entries()) {
    compared += 1;
    const [input] = one;
    const value = found(loaded, index + 1);
    expect(value, `${JSON.stringify(input)} is ${String(value)}`).toBe(readOutcome(one));
  }
  expect(loaded.dirty).toHaveLength(inputs.filter((one) => readOutcome(one) === DIRTY).length);
}

describe.each(CONVERSION_ROUTES)('$name', (route) => {
  const cells = CONVERSIONS.filter(route.has).map((cell) => [shownName(cell), cell] as const);
  test.each(cells)('%s', (_name, cell) => compareCell(route, cell));
});

test('compares every cell in some file, and every route with some cell', () => {
  const used = CONVERSIONS.filter((cell) => CONVERSION_ROUTES.some((route) => route.has(cell)));
  expect(CONVERSIONS.filter((cell) => !used.includes(cell)).map(shownName)).toEqual([]);
  expect(compared).toBeGreaterThan(3000);
});
