import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedRows, fileOf, openRows, ROW_COLUMNS } from '../../../test/ad-rows.ts';
import { createLoader } from '../../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

it.each([
  ['closed quotes', closedRows],
  ['open quotes', openRows],
])(
  'every record of a file is in the table or among the dirty rows: %s',
  async (_name, rows) => {
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), async (made, lineEnd, endsWithLine) => {
        const file = fileOf(made, lineEnd, endsWithLine);
        const loaded = await loader.load({
          files: [{ filename: 'x.csv', content: file.content }],
          columns: ROW_COLUMNS,
        });
        expect(loaded.rows).toEqual(file.values);
        expect(loaded.dirty.map(({ line }) => line)).toEqual(file.dirtyLines);
        expect(loaded.newDirty.map(({ line }) => line)).toEqual(file.newDirtyLines);
        expect(loaded.answer.records).toBe(loaded.answer.rows + loaded.answer.dirtyRows);
      }),
      { numRuns: 15 },
    );
  },
  120_000,
);
