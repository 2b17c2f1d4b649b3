/** A record of a CSV: RFC 4180, null is empty, an empty text is "". */
export const csvRecord = (values: readonly (string | null)[]): string => `${values.map(spelled).join(',')}\n`;

function spelled(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
