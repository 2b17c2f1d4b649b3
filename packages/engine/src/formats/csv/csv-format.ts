import { LIMITS } from '@switchboard/model/limits';
import { FileFault, incomplete, unreadable } from '../../files/file-fault.ts';
import { tooFewFooterLines } from '../footer.ts';
import { type FormatInput, type FormatReader, HEADER_BYTES, type ScanPlan } from '../format-reader.ts';
import { bytesAt } from '../read-input.ts';
import { emptyPlan } from '../scan-plan.ts';
import { findFooter } from './csv-footer.ts';
import { type CsvLayout, csvLayout, firstRecord } from './csv-layout.ts';
import { recordReader } from './csv-record.ts';

/** The header and the first rows as they stand in the file. */
function csvSample(head: Buffer, layout: CsvLayout): string {
  const read = recordReader(layout.dialect);
  let end = layout.dataStart;
  for (let rows = 0; rows < LIMITS.sampleRows && end < head.length; rows += 1) {
    const record = read(head, end, head.length, true);
    end = record.problem === null ? record.end : record.firstLineEnd;
  }
  return head.subarray(0, end).toString('utf8');
}

const SEP_BYTES = 16;

/** The delimiter that a first line such as `sep=;` names for spreadsheets, with the bytes of the line; null without one. */
function namedDelimiter(bytes: Buffer): { readonly delimiter: string; readonly length: number } | null {
  const [line, delimiter] = /^"?sep=([\t,;|:])"?\r?\n/i.exec(bytes.toString('latin1')) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, length: line.length };
}

/** Plans the scan of delimited text. `delimiter` is the format's own; null: found in the header. */
async function planCsv(input: FormatInput, delimiter: string | null): Promise<ScanPlan> {
  const { file, format, head, size, schema, options } = input;
  const first = await firstRecord(head, options.skipRows, (offset) => bytesAt(input, offset));
  if (first === null) {
    if (options.header) throw incomplete(file.filename, format, 'it has no header');
    return emptyPlan(input);
  }
  const named = namedDelimiter(
    first.start + SEP_BYTES <= head.length
      ? head.subarray(first.start, first.start + SEP_BYTES)
      : await bytesAt(input, first.start, Math.min(size, first.start + SEP_BYTES)),
  );
  const { start, lines } = named === null ? first : { start: first.start + named.length, lines: first.lines + 1 };
  const notFooter = (reason: string): FileFault =>
    new FileFault('PARAMETER_INVALID', {
      name: input.name,
      parameter: 'footer',
      reason: `${reason} of ${file.filename}`,
    });
  const { end, isMissing, isShort } = await findFooter(
    options,
    start,
    size,
    (offset) => bytesAt(input, Math.max(start, offset - HEADER_BYTES), offset),
    notFooter,
  );
  // A header that begins late in the head may end behind it.
  const isInHead = size <= head.length || start <= head.length / 2;
  const bytes = isInHead ? head : await bytesAt(input, start);
  const base = isInHead ? 0 : start;
  const layout = csvLayout(
    { bytes, start: start - base, lines, dataEnd: end - base },
    { filename: file.filename, format, delimiter: named?.delimiter ?? delimiter },
    options,
    schema,
  );
  const { dialect, crlf, headerLines, header, ignored } = layout;
  const fields = layout.fields.map((field, index) => {
    const name = header?.[index] ?? '';
    return field?.type.kind === 'unknown' && Object.hasOwn(input.decimals, name)
      ? { ...field, exact: input.decimals[name] ?? null }
      : field;
  });
  if (options.footer !== null && header !== null && end <= start) throw notFooter('matches the header');
  const dataStart = base + layout.dataStart;
  if ((isShort || end < dataStart) && dataStart < size) {
    const rest = await bytesAt(input, dataStart, Math.min(size, dataStart + HEADER_BYTES));
    if (rest.toString().trim() !== '') throw unreadable(file.filename, format, tooFewFooterLines(options.skipFooter));
  }
  const clean = { ...emptyPlan(input).clean, dialect, crlf, fields };
  return {
    scan: {
      path: file.path,
      dataStart,
      dataEnd: Math.max(dataStart, end),
      headerLines,
      layout: { kind: 'csv', ...clean, isWhole: file.isWhole },
    },
    clean,
    sample: csvSample(bytes, layout),
    declaredRecords: null,
    ignored,
    isFooterMissing: isMissing,
    ...(header === null ? {} : { header }),
  };
}

/** Without a header a report without rows has no content. */
const isCompleteWhenBlank: FormatReader['isCompleteWhenBlank'] = ({ header }) => !header;

/** Comma-separated values; also with semicolons, tabs or pipes, which are recognised by the header. */
export const csvFormat: FormatReader = {
  extensions: ['csv', 'txt'],
  family: 'delimited',
  isCompleteWhenBlank,
  plan: (input) => planCsv(input, null),
};

/** Tab-separated values. */
export const tsvFormat: FormatReader = {
  extensions: ['tsv', 'tab'],
  family: 'delimited',
  isCompleteWhenBlank,
  matchesText(start) {
    const [firstLine = ''] = start.split(/[\r\n]/, 1);
    return !/^(?:[[{]|<[?!A-Za-z_])/.test(start) && firstLine.includes('\t') && !firstLine.includes(',');
  },
  plan: (input) => planCsv(input, '\t'),
};

/** Pipe-separated values. */
export const psvFormat: FormatReader = {
  extensions: ['psv'],
  family: 'delimited',
  isCompleteWhenBlank,
  plan: (input) => planCsv(input, '|'),
};
