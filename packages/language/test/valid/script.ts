import type { ColumnType } from '@switchboard/model/schema';
import { type Choices, often, pick, several } from './choices.ts';
import { constantDeclarations } from './declared-constants.ts';
import { type MadeTable, written } from './made-table.ts';
import { assertionOf, madeTable } from './made-tables.ts';
import { columnType, shapeOf, sqlValue, typeText } from './shapes.ts';

/** A script that the compiler has to accept, and rows for its sources as SQL. */
export type ValidScript = { readonly text: string; readonly rows: Readonly<Record<string, string>> };

type SourceColumn = { readonly name: string; readonly type: ColumnType; readonly nullable: boolean };

const NAMES = ['a', 'site', 'type', 'Ad unit', 'm_clicks', 'key', 'größe', "it's"];

function sourceColumns(choices: Choices): SourceColumn[] {
  const kinds = ['integer', 'decimal', 'float'] as const;
  const kind = pick(choices, kinds);
  const key: SourceColumn = {
    name: 'k',
    type: kind === 'decimal' ? { kind, precision: 9, scale: 2 } : { kind },
    nullable: often(choices, 50),
  };
  const rest = several(
    2 + choices.whole(6),
    (index): SourceColumn => ({
      name: `${pick(choices, NAMES)}${index}`,
      type: columnType(choices),
      nullable: !often(choices, 35),
    }),
  );
  return [key, ...rest];
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A download with some columns, of every type, and four rows for it. */
function source(choices: Choices, name: string): { text: string; table: MadeTable; rows: string } {
  const columns = sourceColumns(choices);
  const open = often(choices, 15);
  if (open) choices.note('source: open');
  const lines = columns.map(({ name: column, type, nullable }) => {
    choices.note(`type: ${type.kind}`);
    const renamed = often(choices, 20);
    if (renamed) choices.note('source: renamed header');
    if (!nullable) choices.note('source: not null');
    const must = nullable ? '' : ' not null';
    const header = renamed ? `"The ${column}"` : written(column);
    return `${header}: ${typeText(choices, type, true)}${must}${renamed ? ` as ${written(column)}` : ''};`;
  });
  if (open) lines.push('*');
  const rows = several(
    4,
    () =>
      `SELECT ${columns.map(({ name: column, type, nullable }) => `${sqlValue(choices, type, nullable)} AS ${quoted(column)}`).join(', ')}${open ? ", 's' AS surprise" : ''}`,
  );
  return {
    text: `download ${written(name)} from { type: "web"; url: "https://example.com/x"; } using { ${lines.join(' ')} };`,
    table: {
      name,
      columns: columns.map(({ name: column, type }) => ({ name: column, shape: shapeOf(type) })),
      open,
      source: true,
    },
    rows: rows.join(' UNION ALL '),
  };
}

/** One to three downloads and up to six tables made from them, in the order of use. */
export function validScript(random: Choices): ValidScript {
  const sources = several(1 + random.whole(3), (index) => source(random, `s${index}`));
  const choices: Choices = { ...random, bareConstants: sources.every(({ table }) => !table.open) };
  const tables: MadeTable[] = sources.map(({ table }) => table);
  const lines = sources.map(({ text }) => text);
  for (let index = 0; index < 1 + choices.whole(4); index += 1) {
    const made = madeTable(choices, tables, often(choices, 15) ? `the table ${index}` : `t${index}`);
    lines.push(made.text);
    tables.push(...made.tables);
  }
  if (often(choices, 30)) lines.push(assertionOf(choices, tables, 'holds'));
  const last = tables.at(-1);
  if (last) lines.push(`upload ${written(last.name)} to { type: "disk"; path: "x.csv"; };`);
  lines.push(...constantDeclarations(lines.join('\n')));
  return {
    text: `${lines.join('\n')}\n`,
    rows: Object.fromEntries(sources.map(({ table, rows }) => [table.name, rows])),
  };
}
