/** A spreadsheet would run a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | null): string {
  const text = value ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV, without formulas. */
export function csvText(headings: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [headings, ...rows].map((line) => `${line.map(cell).join(',')}\n`).join('');
}
