/** The layout of JSON lines of which no column is wanted. */
export const JSON_LINES = {
  kind: 'document',
  format: 'jsonl',
  isLineBased: true,
  nullValues: [],
  targets: [],
  records: [],
  mayLackRecords: false,
  mayBePartial: false,
  lineNumbers: false,
} as const;
