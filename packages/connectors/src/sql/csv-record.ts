/** A value as RFC 4180 writes it. */
export const csvValue = (text: string): string =>
  text === '' || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A record of a CSV: RFC 4180, null is empty, an empty text is "". */
export const csvRecord = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (value === null ? '' : csvValue(value))).join(',')}\n`;

/** Records of a CSV. */
export const csvRecords = (rows: readonly (readonly (string | null)[])[]): string => rows.map(csvRecord).join('');
