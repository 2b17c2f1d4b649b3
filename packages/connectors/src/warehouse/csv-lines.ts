/** A value as RFC 4180 writes it. */
export const csvValue = (text: string): string =>
  text === '' || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Lines of CSV: null is empty, an empty text is "". */
export const csvLines = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => `${row.map((cell) => (cell === null ? '' : csvValue(cell))).join(',')}\n`).join('');
