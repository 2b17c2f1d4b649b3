import type { Readable } from 'node:stream';
import type { RowSelection, RowsInfo } from '../../conversion/conversion.ts';
import { FileFault, unreadable } from '../../files/file-fault.ts';
import { nativeValue } from '../../values/native-value.ts';
import { footerMatcher, MAX_FOOTER_LINES, tooFewFooterLines, tooManyFooterLines } from '../footer.ts';
import type { RowsWriter } from '../rows/rows-writer.ts';
import { readXml } from '../xml/xml-stream.ts';
import { type BookContext, cellJson, columnOf, type RawCell } from './xlsx-cells.ts';

const MAX_ROWS = 1_048_576;

/** Selects the rows of a sheet that hold data. */
export type SheetRows = Pick<RowSelection, 'header' | 'skipRows' | 'skipFooter' | 'footer' | 'source'>;

const namesOf = (cells: readonly (string | null)[]): readonly string[] =>
  cells.map((cell) => {
    const value: unknown = cell === null ? '' : JSON.parse(cell);
    return typeof value === 'string' ? `${nativeValue(value, { kind: 'string' }).value as string}` : String(value);
  });

type Mutable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

/** Reads a sheet into rows; a row's line is its number in the sheet. Throws FileFault FORMAT_UNREADABLE or ARCHIVE_LIMIT. */
export async function sheetRows(
  source: Readable,
  file: string,
  book: BookContext,
  choice: SheetRows,
  rows: RowsWriter,
): Promise<RowsInfo> {
  let names: readonly string[] | null = null;
  let headerLines = choice.skipRows;
  let rowNumber = 0;
  /** The number of the last row that a line was written for. */
  let lastLine = 0;
  let cells: (string | null)[] = [];
  let nextColumn = 0;
  let cell: (Mutable<RawCell> & { readonly column: number }) | null = null;
  let takesText = false;
  let isReading = false;
  /** Rows kept back, in case they are the footer. */
  let waiting: { readonly number: number; readonly line: string }[] = [];
  const isFooter = choice.footer === null ? null : await footerMatcher(choice.footer);

  const write = (number: number, line: string): void => {
    rows.skip(number - lastLine - 1);
    rows.row(line);
    lastLine = number;
  };
  const endRow = (): void => {
    while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
    if (cells.length === 0 || rowNumber <= choice.skipRows) return;
    const filled = Array.from(cells, (value) => value ?? null);
    if (names === null) {
      names = choice.header ? namesOf(filled) : filled.map((_, index) => `column_${index + 1}`);
      headerLines = choice.header ? rowNumber : rowNumber - 1;
      lastLine = headerLines;
      if (choice.header) return;
    }
    const values = [...filled, ...Array.from({ length: Math.max(0, names.length - filled.length) }, () => null)];
    waiting.push({ number: rowNumber, line: `[${values.map((value) => value ?? 'null').join(',')}]` });
    const keeps = isFooter === null ? choice.skipFooter : isFooter(namesOf(values).join(',')) ? waiting.length : 0;
    if (isFooter !== null && keeps > MAX_FOOTER_LINES) throw notFooter(choice.source, file);
    for (const { number, line } of waiting.slice(0, waiting.length - keeps)) write(number, line);
    waiting = waiting.slice(waiting.length - keeps);
  };

  await readXml(
    source,
    { name: file, format: 'xlsx' },
    {
      open(name, attributes) {
        if (name === 'row') {
          const given = attributes.get('r');
          const number = given === undefined ? rowNumber + 1 : Number(given);
          if (!Number.isInteger(number) || number <= rowNumber || number > MAX_ROWS)
            throw unreadable(file, 'xlsx', 'its rows are not in order');
          rowNumber = number;
          cells = [];
          nextColumn = 0;
        } else if (name === 'c') {
          const reference = attributes.get('r');
          const column = reference === undefined ? nextColumn : columnOf(reference);
          if (column < 0 || column < nextColumn) throw unreadable(file, 'xlsx', 'its cells are not in order');
          nextColumn = column + 1;
          const style = Number(attributes.get('s') ?? 0);
          cell = { column, type: attributes.get('t') ?? 'n', style, text: '', hasFormula: false, hasValue: false };
        } else if (cell !== null) {
          // Readings of Asian texts are no part of them.
          if (name === 'rPh') isReading = true;
          if (name === 'f') cell.hasFormula = true;
          if (name === 'v') cell.hasValue = true;
          takesText = !isReading && (name === 'v' || (name === 't' && cell.type === 'inlineStr'));
        }
      },
      text(text) {
        if (cell !== null && takesText) cell.text += text;
      },
      close(name) {
        takesText = false;
        if (name === 'rPh') isReading = false;
        if (name === 'c' && cell !== null) {
          cells[cell.column] = cellJson(cell, book);
          cell = null;
        } else if (name === 'row') endRow();
      },
    },
  );
  if (waiting.length > 0 && waiting.length < choice.skipFooter)
    throw unreadable(file, 'xlsx', tooFewFooterLines(choice.skipFooter));
  const isFooterMissing = isFooter !== null && waiting.length === 0;
  return { names: names ?? [], records: rows.records, headerLines, isFooterMissing };
}

const notFooter = (name: string, file: string): FileFault =>
  new FileFault('PARAMETER_INVALID', { name, parameter: 'footer', reason: `${tooManyFooterLines} of ${file}` });
