import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader } from '../../../test/load-file.ts';
import { sheetRow, writeWorkbook } from '../../../test/workbook.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const COLUMNS = [column('campaign', 'string'), column('clicks', 'integer')];
const number = (value: number): string => `<c><v>${value}</v></c>`;

const load = async (
  content: string | Buffer,
  parameters: Record<string, string | number | boolean>,
  filename = 'a.csv',
) => {
  const { answer, rows } = await loader.load({ files: [{ filename, content }], columns: COLUMNS, parameters });
  return {
    rows: rows.map((row) => `${String(row['campaign'])} ${String(row['clicks'])}`),
    missing: answer.withoutFooter,
  };
};

const CSV = 'campaign,clicks\nA,5\nB,6\n';
const DATA = ['A 5', 'B 6'];

describe('a footer that is declared by its text', () => {
  it.each([
    ['one line', `${CSV}Total,11\n`],
    ['a last line without a line end', `${CSV}Total,11`],
    ['quoted', `${CSV}"Total",11\n`],
    ['blank lines around it', `${CSV}\nTotal,11\n\n \n`],
    ['several lines', `${CSV}Total A,5\nTotal B,6\nTotal,11\n`],
    ['behind much data', `campaign,clicks\n${'A,5\n'.repeat(300_000)}Total,11\n`],
  ])('does not count: %s', async (_, content) => {
    const { rows, missing } = await load(content, { footer: '^Total' });
    expect(rows.filter((row) => row.startsWith('Total'))).toEqual([]);
    expect(rows.slice(0, 1)).toEqual(['A 5']);
    expect(missing).toEqual([]);
  });

  it('a footer that is missing is named, and costs no row', { tags: 'case:footer-blank-line-doubles' }, async () => {
    expect(await load(CSV, { footer: '^Total' })).toEqual({ rows: DATA, missing: ['a.csv'] });
    expect(await load(`${CSV}Total,11\n\n`, { skip_footer: 1 })).toEqual({ rows: DATA, missing: [] });
  });

  it('a file with fewer lines than skip_footer leaves out is refused, unless it has none', async () => {
    const book = await writeWorkbook([{ rows: sheetRow('campaign', 'clicks') + sheetRow('A', number(5)) }]);
    const reason = 'it has fewer lines behind its header than the 3 that skip_footer leaves out';
    await expect(load('campaign,clicks\nA,5\n', { skip_footer: 3 })).rejects.toThrow(reason);
    await expect(load('A,5\n', { header: false, skip_footer: 3 })).rejects.toThrow(reason);
    await expect(load(book, { skip_footer: 3 }, 'a.xlsx')).rejects.toThrow(reason);
    expect((await load('campaign,clicks\n\n', { skip_footer: 3 })).rows).toEqual([]);
    expect((await load('campaign,clicks\nA,5\nB,6\n', { skip_footer: 2 })).rows).toEqual([]);
  });

  it('the rows of a sheet are left out alike', async () => {
    const data = [sheetRow('campaign', 'clicks'), sheetRow('A', number(5)), sheetRow('B', number(6))];
    const sheet = (...more: string[]) => writeWorkbook([{ rows: [...data, ...more].join('') }]);
    const whole = await sheet(sheetRow('Total A', number(5)), sheetRow('Total', number(11)), '<row><c/></row>');
    expect(await load(whole, { footer: '^Total' }, 'a.xlsx')).toEqual({ rows: DATA, missing: [] });
    expect(await load(whole, { footer: '^Total,11$' }, 'a.xlsx')).toMatchObject({ rows: [...DATA, 'Total A 5'] });
    expect(await load(await sheet(), { footer: '^Total' }, 'a.xlsx')).toEqual({ rows: DATA, missing: ['a.xlsx'] });
  });

  it.each([
    ['cannot be compiled', { footer: '(' }, CSV, 'is not a valid regular expression'],
    ['counts lines, too', { footer: '^Total', skip_footer: 1 }, CSV, 'cannot be combined with skip_footer'],
    [
      'matches more lines than a footer has',
      { footer: '.' },
      `${CSV}${'C,7\n'.repeat(200)}`,
      'matches more than 100 last lines',
    ],
    ['matches the header', { footer: '.' }, CSV, 'matches the header'],
  ])('a pattern is refused when it %s', async (_, parameters, content, reason) => {
    await expect(load(content, parameters)).rejects.toThrow(reason);
  });
});
