import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closedRows, fileOf, type MadeFile, openRows, ROW_COLUMNS } from '../../test/ad-rows.ts';
import { parseCsv } from '../../test/load-file.ts';
import type { FileScan, ScanLayout } from '../formats/part-scan/scan-task.ts';
import { scanFile } from './scan-file.ts';
import { scanPart } from './scan-part.ts';

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Scanned = {
  readonly clean: string;
  readonly records: number;
  readonly dirtyLines: readonly number[];
  readonly newDirtyLines: readonly number[];
};

async function scan(
  content: string,
  options: { readonly crlf: boolean; readonly partBytes: number; readonly isBuffered: boolean },
): Promise<Scanned> {
  const path = join(folder, 'file.csv');
  writeFileSync(path, content);
  const layout: ScanLayout = {
    kind: 'csv',
    dialect: { delimiter: ',', quote: '"', escape: '"' },
    crlf: options.crlf,
    nullValues: [],
    fields: ROW_COLUMNS,
    lineNumbers: false,
  };
  const dataEnd = Buffer.byteLength(content);
  const dataStart = Math.min(content.indexOf('\n') + 1 || dataEnd, dataEnd);
  const whole: FileScan = {
    path,
    dataStart,
    dataEnd,
    headerLines: 1,
    layout,
    scratch: folder,
    isBuffered: options.isBuffered,
    rejected: null,
    partBytes: options.partBytes,
    parallel: 2,
  };
  let clean = '';
  let records = 0;
  let good = 0;
  const dirtyLines: number[] = [];
  const newDirtyLines: number[] = [];
  for await (const part of scanFile(whole, (task) => Promise.resolve(scanPart(task)))) {
    const stretch = readFileSync(path).toString('utf8', part.task.start, part.next);
    const text = part.clean
      ? Buffer.from(part.clean.buffer, 0, part.clean.length).toString('utf8')
      : part.task.cleanPath === null
        ? stretch + (stretch === '' || stretch.endsWith('\n') ? '' : options.crlf ? '\r\n' : '\n')
        : readFileSync(part.task.cleanPath, 'utf8');
    if (part.isVerbatim) expect([stretch, `${stretch}${options.crlf ? '\r\n' : '\n'}`]).toContain(text);
    clean += text;
    records += part.records;
    good += part.good;
    for (const rejected of part.listed) {
      newDirtyLines.push(rejected.line + part.firstLine);
      if (rejected.dirty) dirtyLines.push(rejected.line + part.firstLine);
    }
  }
  expect(good + dirtyLines.length).toBe(records);
  return { clean, records, dirtyLines, newDirtyLines };
}

/** The clean records by the file's oracle, as an untyped reader would see them. */
function cellsOf(clean: string, lineEnd: string): readonly (readonly string[])[] {
  const rows = parseCsv(lineEnd === '\n' ? clean : clean.replaceAll('\r\n', '\n'));
  return rows.map(([id = '', note = '', amount = '', day = '']) => [
    id === '' ? '' : String(Number(id)),
    note,
    amount === '' ? '' : Number(amount).toFixed(2),
    day,
  ]);
}

const expectedCells = (made: MadeFile, lineEnd: string): readonly (readonly string[])[] =>
  made.values.map(({ id, note, amount, day }) => [
    id === null ? '' : String(id),
    lineEnd === '\n' ? (note ?? '') : (note ?? '').replaceAll('\r\n', '\n'),
    amount ?? '',
    day ?? '',
  ]);

const variants = fc.record({
  crlf: fc.boolean(),
  partBytes: fc.constantFrom(20, 64, 333, 1 << 20),
  isBuffered: fc.boolean(),
  endsWithLine: fc.boolean(),
});

describe('scanFile', () => {
  it.each([
    ['rows with quotes, line breaks and every kind of fault', closedRows],
    ['rows with quotes that are never closed', openRows],
  ])('finds exactly the good and dirty records, wherever the file is cut: %s', async (_name, rows) => {
    await fc.assert(
      fc.asyncProperty(rows, variants, async (made, { endsWithLine, ...options }) => {
        const lineEnd = options.crlf ? '\r\n' : '\n';
        const file = fileOf(made, lineEnd, endsWithLine);
        const scanned = await scan(file.content, options);
        expect(scanned.records).toBe(made.length);
        expect(scanned.dirtyLines).toEqual(file.dirtyLines);
        expect(scanned.newDirtyLines).toEqual(file.newDirtyLines);
        expect(cellsOf(scanned.clean, lineEnd)).toEqual(expectedCells(file, lineEnd));
      }),
      { numRuns: 300 },
    );
  });
});
