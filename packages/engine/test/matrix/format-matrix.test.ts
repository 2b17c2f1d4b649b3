import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlRow } from '../../src/executors/executor.ts';
import { createLoader } from '../load-file.ts';
import { brokenFiles } from './broken-files.ts';
import { foreignArchives, foreignReports } from './foreign-files.ts';
import { madeReports } from './made-files.ts';
import { type Counts, type GoodFile, REPORT_COLUMNS } from './report.ts';

const good: readonly GoodFile[] = [...foreignReports(), ...foreignArchives(), ...(await madeReports())];
const broken = brokenFiles(good);

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

type Outcome = { readonly counts: Omit<Counts, 'records'>; readonly rows: readonly SqlRow[] };

/** Loads files together, as they come in one download, and says what became of each. */
async function outcomesOf(
  files: readonly GoodFile[],
): Promise<{ readonly records: number; readonly outcomes: readonly Outcome[] }> {
  const { answer, rows, dirty, newDirty } = await loader.load({
    files,
    columns: REPORT_COLUMNS,
    parameters: files[0]?.parameters ?? {},
  });
  let taken = 0;
  const tables = answer.tables.map((table) => {
    taken += table.rows;
    return { ...table, from: taken - table.rows, to: taken };
  });
  const outcomes = files.map(({ shownAs }): Outcome => {
    const isOwn = (name: string | undefined): boolean => name === undefined || shownAs.includes(name);
    const own = tables.filter(({ filename }) => shownAs.includes(filename));
    return {
      counts: {
        good: own.reduce((sum, table) => sum + table.rows, 0),
        dirty: dirty.filter(({ file }) => isOwn(file)).length,
        newDirty: newDirty.filter(({ file }) => isOwn(file)).length,
      },
      rows: own.flatMap(({ from, to }) => rows.slice(from, to)),
    };
  });
  return { records: answer.records, outcomes };
}

/** Files that one download may hold, whatever their formats: those under the same parameters. Archives have names in common. */
const groups = Map.groupBy(good, ({ cell, parameters = {} }) =>
  cell[0].startsWith('archive') ? cell[0] : Object.entries(parameters).join(' ') || 'no parameters',
);
const GROUP_TIMEOUT = 120_000;
/** A run takes one of so many parts of each group, and of the broken files. */
const SHARES = 5;

describe('the format matrix: whole files', () => {
  it.each([...groups])('reads all rows of %s', { timeout: GROUP_TIMEOUT }, async (_group, all) => {
    const files = sampleCells(all, SHARES);
    const { records, outcomes } = await outcomesOf(files);
    for (const [index, file] of files.entries()) {
      const { records: _, ...counts } = file.counts;
      expect({ file: file.filename, ...outcomes[index] }).toEqual({ file: file.filename, counts, rows: file.rows });
    }
    expect(records).toBe(files.reduce((sum, { counts }) => sum + counts.records, 0));
  });
});

describe('the format matrix: broken files', () => {
  it.each(sampleCells(broken, SHARES).map((file) => [file.cell.join(' / '), file] as const))(
    'names the fault of %s',
    async (_cell, file) => {
      const { filename, content, code, message, input = {} } = file;
      const violation = await loader
        .load({ files: [{ filename, content }], columns: REPORT_COLUMNS, ...input })
        .then(({ answer }) => answer)
        .catch((error: unknown) => error);
      expect(violation).toMatchObject({ name: 'PipelineError', code });
      const said = violation instanceof Error ? violation.message : '';
      if (typeof message === 'string') expect(said).toBe(message);
      else expect(said).toMatch(message);
    },
  );
});

describe('the format matrix', () => {
  it('covers all formats, compressions and encodings', () => {
    const cells = good.map(({ cell }) => cell);
    const formats = [...new Set(cells.map(([format]) => format))];
    const lines = formats.map((format) => {
      const own = cells.filter((cell) => cell[0] === format);
      const all = (place: 1 | 2): string => [...new Set(own.map((cell) => cell[place]))].join(', ');
      const faults = broken.filter(({ cell }) => cell[0] === format).length;
      return `${format.padEnd(24)} ${String(own.length).padStart(3)} whole ${String(faults).padStart(3)} broken  ${all(1)}; ${all(2)}`;
    });
    const records = good.reduce((sum, { counts }) => sum + counts.records, 0);
    const total = `${good.length} whole files with ${records} records, ${broken.length} broken files`;
    process.stdout.write(`${[...lines, total].join('\n')}\n`);
    expect(formats).toEqual(
      expect.arrayContaining(['csv', 'tsv', 'psv', 'json', 'jsonl', 'xml', 'xlsx', 'avro', 'parquet']),
    );
    expect(new Set(cells.map(([, compression]) => compression))).toEqual(
      new Set(['none', 'gzip', 'bzip2', 'zip', 'zstd']),
    );
    expect(good.length + broken.length).toBeGreaterThan(320);
  });
});
