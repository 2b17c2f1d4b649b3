/** A rejected row: where it was in its file, why it was rejected, and its text. */
export type DirtyRow = {
  readonly id: string;
  readonly line: number | null;
  readonly file: string | null;
  /** "price: empty" for each violated column. */
  readonly reasons: readonly string[];
  readonly raw: string;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function reasonsOf(columns: unknown): string[] {
  if (!Array.isArray(columns)) return [];
  return columns.filter(isRecord).map((column) => {
    const name = textOf(column['column']);
    const reason = textOf(column['reason']) ?? 'rejected';
    return name === null ? reason : `${name}: ${reason}`;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the rows of a preview: JSON texts, one for each row. A text that is not valid JSON is shown as it is. */
export function readDirtyRows(texts: readonly string[]): DirtyRow[] {
  return texts.map((text, index) => {
    const row = parsed(text);
    const id = String(index);
    if (!isRecord(row)) return { id, line: null, file: null, reasons: [], raw: text };
    const { line, file, raw, columns } = row;
    return {
      id,
      line: typeof line === 'number' ? line : null,
      file: textOf(file),
      reasons: reasonsOf(columns),
      raw: typeof raw === 'string' ? raw : text,
    };
  });
}

/** The reasons of some rows with their counts, the most frequent first. */
export function countReasons(rows: readonly DirtyRow[]): readonly (readonly [reason: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const reason of rows.flatMap((row) => row.reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}
