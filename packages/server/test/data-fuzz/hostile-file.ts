import type { SourceColumn, SourceTable } from '@switchboard/model';
import { type Choices, type FileValue, type Hostility, hostileValue } from './hostile-values.ts';

export type HostileFile = { readonly table: string; readonly filename: string; readonly content: string };

const SURPRISE: SourceColumn = { name: 'surprise', header: 'surprise', type: { kind: 'string' }, nullable: true };
const DEGREES: readonly Hostility[] = [
  { hostile: 4, dirty: 0, missing: 10 },
  { hostile: 15, dirty: 1, missing: 25 },
  { hostile: 60, dirty: 3, missing: 15 },
  { hostile: 25, dirty: 0, missing: 70 },
];

const csvField = ({ text, json }: FileValue): string =>
  text === '' && json !== 'null' ? '""' : /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A file with up to six rows of a source table, in CSV or JSON. */
export function hostileFile(choices: Choices, { name, schema }: SourceTable): HostileFile {
  const columns = schema.rest ? [...schema.columns, SURPRISE] : schema.columns;
  const hostility = DEGREES[choices.whole(DEGREES.length)] as Hostility;
  const kind = choices.whole(3);
  const rows = Array.from({ length: choices.whole(7) }, () =>
    columns.map((column) => hostileValue(choices, column, hostility)),
  );
  if (kind === 0) {
    const header = columns.map((column) => csvField({ text: column.header, json: '' }));
    const lines = [header, ...rows.map((row) => row.map(csvField))].map((fields) => `${fields.join(',')}\n`);
    return { table: name, filename: 'x.csv', content: lines.join('') };
  }
  const records = rows.map(
    (row) => `{${row.map(({ json }, index) => `${JSON.stringify(columns[index]?.header)}: ${json}`).join(', ')}}`,
  );
  if (kind === 1) return { table: name, filename: 'x.json', content: `[${records.join(',\n')}]` };
  return { table: name, filename: 'x.jsonl', content: records.map((record) => `${record}\n`).join('') };
}
