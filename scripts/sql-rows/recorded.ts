import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reportFolder } from '../unit/test-counts.ts';

/** Result of a statement in the tests: of each column the oid of its type, and whether nulls and values were seen. */
export type RecordedStatement = {
  readonly text: string;
  readonly columns: Readonly<Record<string, RecordedColumn>>;
};
export type RecordedColumn = { readonly oid: number; readonly hasNull: boolean; readonly hasValue: boolean };

export function recordingFolder(root: string): string {
  const folder = join(reportFolder(root), 'sql-rows');
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function clearRecordings(root: string): void {
  rmSync(recordingFolder(root), { recursive: true, force: true });
}

/** Appends to a file of this process. */
export function saveRecordings(root: string, statements: readonly RecordedStatement[]): void {
  if (statements.length === 0) return;
  const lines = statements.map((statement) => `${JSON.stringify(statement)}\n`);
  appendFileSync(join(recordingFolder(root), `${process.pid}.jsonl`), lines.join(''));
}

/** All recordings, one entry a text; a column has what any recording saw. */
export function readRecordings(root: string): RecordedStatement[] {
  const folder = recordingFolder(root);
  const merged = new Map<string, RecordedStatement>();
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue;
      const one = JSON.parse(line) as RecordedStatement;
      merged.set(one.text, mergeRecordings(merged.get(one.text), one));
    }
  }
  return [...merged.values()];
}

export function mergeRecordings(known: RecordedStatement | undefined, next: RecordedStatement): RecordedStatement {
  if (known === undefined) return next;
  const columns = Object.entries(next.columns).map(([name, { oid, hasNull, hasValue }]): [string, RecordedColumn] => {
    const before = known.columns[name];
    return [
      name,
      { oid, hasNull: hasNull || before?.hasNull === true, hasValue: hasValue || before?.hasValue === true },
    ];
  });
  return { text: next.text, columns: Object.fromEntries(columns) };
}
