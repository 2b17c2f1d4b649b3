import type { Dataset } from './dataset.ts';
import { findDataset } from './datasets.ts';
import { generateRows } from './rows.ts';
import { REPORT_FORMATS, type ReportFormat, writeReport } from './write-report.ts';

/** A validated request for a report. */
export type ReportRequest = { readonly dataset: Dataset; readonly date: string; readonly format: ReportFormat };

/** A refusal as the provider words it. */
export type Refusal = { readonly status: number; readonly error: string };

export const isRefusal = (answer: object): answer is Refusal => 'error' in answer;

/** Checks a request for a report. `now` in epoch milliseconds: there are no reports of days to come. */
export function readReportRequest(
  asked: { dataset?: unknown; date?: unknown; format?: unknown },
  now: number,
): ReportRequest | Refusal {
  const dataset = typeof asked.dataset === 'string' ? findDataset(asked.dataset) : undefined;
  if (dataset === undefined) return { status: 404, error: 'There is no such dataset.' };
  const format = REPORT_FORMATS.find((known) => known === (asked.format ?? 'csv'));
  if (format === undefined) return { status: 400, error: `format must be one of ${REPORT_FORMATS.join(', ')}.` };
  if (!dataset.dated) return { dataset, date: '', format };
  const { date } = asked;
  if (typeof date !== 'string' || !isDate(date)) return { status: 400, error: 'date must be yyyy-MM-dd.' };
  // Somewhere it is tomorrow already.
  if (date > dateAt(now + 14 * 3600_000)) return { status: 404, error: `There is no report of ${date} yet.` };
  return { dataset, date, format };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dateAt(time) === text;
}

/** The UTC date of a time in epoch milliseconds, as yyyy-MM-dd. */
export const dateAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

const TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  'csv.gz': 'application/gzip',
  json: 'application/json; charset=utf-8',
};

export type ReportFile = { readonly filename: string; readonly type: string; readonly body: Buffer };

/**
 * The report as a file.
 * @param changedFrom the first date with the columns that the provider has added
 */
export function reportFile({ dataset, date, format }: ReportRequest, account: string, changedFrom: string): ReportFile {
  const filename = [dataset.name, ...(date === '' ? [] : [date])].join('_');
  const columns = [...dataset.columns, ...(date >= changedFrom ? (dataset.added ?? []) : [])];
  const body = writeReport(columns, generateRows(dataset.name, account, date), format);
  return { filename: `${filename}.${format}`, type: TYPES[format], body };
}
