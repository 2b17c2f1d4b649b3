import { type ConversionCell, DIRTY, readOutcome } from '@switchboard/model/conversions/conversion-cell';
import { CONVERSIONS } from '@switchboard/model/conversions/conversions';
import { type Column, typeName } from '@switchboard/model/schema';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConversionRoute } from './conversion-routes.ts';
import { column, createLoader, type LoadedFile } from './load-file.ts';

type Loader = Awaited<ReturnType<typeof createLoader>>;

export const shownName = (cell: ConversionCell): string =>
  `${typeName(cell.from)} to ${typeName(cell.to)}${cell.format === undefined ? '' : ` "${cell.format}"`}`;

const ID: Column = { name: 'id', type: { kind: 'integer' }, nullable: false };

function found({ rows, dirty }: LoadedFile, index: number): string | null | typeof DIRTY {
  const row = rows.find(({ id }) => Number(id) === index);
  if (row) return row['x'] === null || row['x'] === undefined ? null : String(row['x']);
  return dirty.some(({ column: name }) => name === 'x') ? DIRTY : 'neither a row nor dirty';
}

/** Loads the cases of a cell from a file and compares each with its outcome. Returns how many there were. */
async function compareCell(loader: Loader, route: ConversionRoute, cell: ConversionCell): Promise<number> {
  const inputs = cell.cases.filter(([input]) => route.takes(cell, input));
  if (inputs.length === 0) return 0;
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
    const [input] = one;
    const value = found(loaded, index + 1);
    expect(value, `${JSON.stringify(input)} is ${String(value)}`).toBe(readOutcome(one));
  }
  expect(loaded.dirty).toHaveLength(inputs.filter((one) => readOutcome(one) === DIRTY).length);
  return inputs.length;
}

/**
 * A test for each cell of each route. Returns how many cases were compared so far.
 * @param shares a test run takes one of so many parts of the cells of each route; by default it takes all
 */
export function testRoutes(routes: readonly ConversionRoute[], shares?: number): () => number {
  let loader: Loader;
  let compared = 0;
  beforeAll(async () => {
    loader = await createLoader();
  });
  afterAll(() => loader.close());

  describe.each(routes)('$name', (route) => {
    const all = CONVERSIONS.filter(route.has);
    const cells = (shares === undefined ? all : sampleCells(all, shares)).map(
      (cell) => [shownName(cell), cell] as const,
    );
    test.each(cells)('converts alike: %s', async (_name, cell) => {
      compared += await compareCell(loader, route, cell);
    });
  });
  return () => compared;
}
