/** The columns of a CSV file: headings with the value of each row; null is an empty cell. */
export type CsvColumns<Row> = readonly (readonly [
  heading: string,
  value: (row: Row) => string | number | Date | null,
])[];

const NEEDS_QUOTES = /[",\r\n]/;

function cell(value: string | number | Date | null): string {
  if (value === null) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The line of headings. */
export function csvHeader<Row>(columns: CsvColumns<Row>): string {
  return `${columns.map(([heading]) => cell(heading)).join(',')}\n`;
}

/** A line for each row. */
export function csvLines<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return rows.map((row) => `${columns.map(([, value]) => cell(value(row))).join(',')}\n`).join('');
}
