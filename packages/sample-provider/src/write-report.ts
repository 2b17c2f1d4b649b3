import { gzipSync } from 'node:zlib';
import type { DatasetColumn } from './dataset.ts';
import type { GeneratedRow } from './rows.ts';

export type ReportFormat = 'csv' | 'csv.gz' | 'json';
export const REPORT_FORMATS: readonly ReportFormat[] = ['csv', 'csv.gz', 'json'];

/** A report as the provider sends it. */
export function writeReport(
  columns: readonly DatasetColumn[],
  rows: readonly GeneratedRow[],
  format: ReportFormat,
): Buffer {
  if (format === 'json') return Buffer.from(writeJson(columns, rows));
  const csv = Buffer.from(writeCsv(columns, rows));
  return format === 'csv' ? csv : gzipSync(csv, { level: 1 });
}

function writeCsv(columns: readonly DatasetColumn[], rows: readonly GeneratedRow[]): string {
  const header = columns.map((column) => quoted(column.header)).join(',');
  const lines = rows.map((row) => csvFields(columns, row).join(','));
  return `${[header, ...lines].join('\n')}\n`;
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csvFields(columns: readonly DatasetColumn[], row: GeneratedRow): readonly string[] {
  const { flaw, lenient } = row;
  const fields = columns.map(({ header, type }) => {
    const value = row.values[header] ?? '';
    if (lenient?.header === header) return quoted(lenientText(value, lenient.kind));
    if (flaw?.header === header) return flawedField(value, type, flaw.kind);
    return quoted(value);
  });
  if (flaw?.kind === 'missing_field') return fields.slice(0, -1);
  return flaw?.kind === 'extra_field' ? [...fields, 'extra'] : fields;
}

function lenientText(value: string, kind: NonNullable<GeneratedRow['lenient']>['kind']): string {
  if (kind === 'plus_sign') return value.startsWith('-') ? value : `+${value}`;
  return kind === 'spaces' ? `  ${value} ` : `${value}.0`;
}

type Flaw = NonNullable<GeneratedRow['flaw']>['kind'];

function flawedField(value: string, type: DatasetColumn['type'], kind: Flaw): string {
  switch (kind) {
    case 'wrong_type':
      return 'not a number';
    case 'stray_text':
      return `${value} approx`;
    case 'bad_date':
      return type === 'date' ? '2026-13-45' : '2026-13-45 99:00:00';
    case 'missing_value':
      return '';
    case 'stray_quote':
      return `"${value}`;
    case 'missing_field':
    case 'extra_field':
      return value;
  }
}

function writeJson(columns: readonly DatasetColumn[], rows: readonly GeneratedRow[]): string {
  return `[\n${rows.map((row) => `{${jsonFields(columns, row).join(',')}}`).join(',\n')}\n]\n`;
}

function jsonFields(columns: readonly DatasetColumn[], { values, flaw }: GeneratedRow): readonly string[] {
  return columns.flatMap(({ header, type }) => {
    const value = values[header] ?? null;
    const name = JSON.stringify(header);
    if (flaw?.header !== header) return [`${name}:${jsonValue(value, type)}`];
    switch (flaw.kind) {
      case 'missing_value':
        return [`${name}:null`];
      case 'missing_field':
        return columns.find((column) => column.header === header)?.notNull === true ? [] : [`${name}:"not a number"`];
      case 'extra_field':
        return [`${name}:{"value":${jsonValue(value, type)}}`];
      default:
        return [`${name}:${JSON.stringify(flawedField(value ?? '', type, flaw.kind))}`];
    }
  });
}

function jsonValue(value: string | null, type: DatasetColumn['type']): string {
  if (value === null) return 'null';
  return type === 'string' || type === 'date' || type === 'datetime' ? JSON.stringify(value) : value;
}
