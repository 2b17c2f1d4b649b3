import { alternative, type Choices, often, pick, several } from './choices.ts';
import { expression } from './expressions.ts';
import { lower, type Made, type MadeTable, written } from './made-table.ts';
import { type Place, varying } from './place.ts';
import { orderText, selectOf, selectTable } from './queries.ts';
import { SCALARS, scalar } from './shapes.ts';

/** Two tables with columns that fit together by name, and their union. */
function unionTable(choices: Choices, tables: readonly MadeTable[], name: string): Made {
  const shapes = several(1 + choices.whole(3), () => scalar(pick(choices, SCALARS)));
  const parts = several(2, (index) => selectTable(choices, tables, `${name}_${index}`, shapes));
  const [first, second] = parts.map((part) => part.tables[0]);
  if (!first || !second) throw new Error('A union has two members.');
  const names = new Set(first.columns.map((column) => lower(column.name)));
  const fits = second.columns.every((column) => {
    const other = first.columns.find((each) => lower(each.name) === lower(column.name));
    return !other || JSON.stringify(other.shape) === JSON.stringify(column.shape);
  });
  if (!fits) return { text: parts.map((part) => part.text).join('\n'), tables: [first, second] };
  const columns = [...first.columns, ...second.columns.filter((column) => !names.has(lower(column.name)))];
  choices.note('table: union');
  const members = often(choices, 30) ? [first.name, second.name, first.name] : [first.name, second.name];
  const text = `table ${written(name)} is union ${members.map(written).join(', ')};`;
  return {
    text: [...parts.map((part) => part.text), text].join('\n'),
    tables: [first, second, { name, columns, open: false, source: false }],
  };
}

function unpivotTable(choices: Choices, tables: readonly MadeTable[], name: string): Made {
  const kinds = ['integer', 'decimal', 'float', 'string', 'date'] as const;
  const shapes = [scalar('integer'), scalar(pick(choices, kinds)), scalar('float')];
  const part = selectTable(choices, tables, `${name}_wide`, shapes);
  const [wide] = part.tables;
  if (!wide) throw new Error('An unpivot has a table.');
  const [kept, one, two] = wide.columns;
  if (!kept || !one || !two) throw new Error('A wide table has three columns.');
  const mixed = one.shape.kind === 'string' || one.shape.kind === 'date';
  const patterned = often(choices, 50);
  choices.note(patterned ? 'table: unpivot by pattern' : 'table: unpivot by name');
  const chosen = mixed ? [one] : [one, two];
  const on = patterned
    ? `columns("^(${chosen.map((column) => column.name).join('|')})$")`
    : chosen.map((column) => written(column.name)).join(', ');
  const rest = wide.columns.filter((column) => !chosen.includes(column));
  const columns = [
    ...rest,
    { name: 'name', shape: scalar('string') },
    { name: 'value', shape: mixed ? one.shape : scalar('float') },
  ];
  const text = `table ${written(name)} is unpivot ${written(wide.name)} on ${on} into name, value;`;
  return { text: `${part.text}\n${text}`, tables: [wide, { name, columns, open: false, source: false }] };
}

function keptTable(choices: Choices, tables: readonly MadeTable[], name: string): Made | null {
  const keyed = tables.filter(({ columns }) =>
    columns.some(({ shape }) => !['list', 'record', 'json'].includes(shape.kind)),
  );
  if (keyed.length === 0) return null;
  const table = pick(choices, keyed);
  const keys = table.columns.filter(({ shape }) => !['list', 'record', 'json'].includes(shape.kind));
  const names = [...new Set(several(1 + choices.whole(2), () => written(pick(choices, keys).name)))];
  const place: Place = {
    choices,
    make: expression,
    columns: table.columns.map(({ name: column, shape }) => ({
      text: `${written(table.name)}.${written(column)}`,
      shape,
    })),
    mode: 'row',
    depth: 1,
  };
  const order = often(choices, 60) ? orderText(choices, [varying(place, scalar('datetime'))]) : '';
  const isEmptying = often(choices, 30);
  if (isEmptying) choices.note('table: when empty');
  const emptied = isEmptying ? ` when empty ${pick(choices, ['keep', 'replace', 'fail'])}` : '';
  const taken = table.columns.some((column) => ['valid_from', 'valid_to'].includes(column.name.toLowerCase()));
  if (!table.open && !taken && often(choices, 40)) {
    choices.note('table: snapshot');
    const period = ['valid_from', 'valid_to'].map((column) => ({ name: column, shape: scalar('date') }));
    return {
      text: `table ${written(name)} is snapshot ${written(table.name)} by ${names.join(', ')}${order}${emptied};`,
      tables: [{ name, columns: [...table.columns, ...period], open: false, source: false }],
    };
  }
  choices.note('table: upsert');
  const isDeleting = often(choices, 40);
  if (isDeleting) choices.note('table: upsert with delete');
  const removed = isDeleting ? ` delete where ${expression(place, scalar('boolean'))}` : '';
  return {
    text: `table ${written(name)} is upsert ${written(table.name)} by ${names.join(', ')}${order}${removed}${emptied};`,
    tables: [{ name, columns: table.columns, open: table.open, source: false }],
  };
}

/** All items of a table whose names match a pattern, whole or in aggregates. */
function patternTable(choices: Choices, tables: readonly MadeTable[], name: string): Made | null {
  const closed = tables.filter(
    ({ columns, open }) => !open && columns.some(({ shape }) => shape.kind === 'integer' || shape.kind === 'float'),
  );
  if (closed.length === 0) return null;
  const table = pick(choices, closed);
  const numbers = table.columns.filter(({ shape }) => shape.kind === 'integer' || shape.kind === 'float');
  choices.note('item: columns(…)');
  const pattern = `columns("^(${numbers.map((column) => column.name).join('|')})$")`;
  const text = alternative(choices, 'columns', {
    plain: pattern,
    inside: `(${pattern} + 1)`,
    aggregate: `max(${pattern})`,
  });
  const [alias, prefix] = alternative<readonly [alias: string, prefix: string]>(choices, 'columns', {
    'own names': ['', ''],
    'named by groups': [String.raw` as "n_\1"`, 'n_'],
    'named by columns': [String.raw` as "the \0"`, 'the '],
  });
  const columns = numbers.map((column) => ({ ...column, name: `${prefix}${column.name}` }));
  return {
    text: `table ${written(name)} is select ${text}${alias} from ${written(table.name)};`,
    tables: [{ name, columns, open: false, source: false }],
  };
}

/** Tables that only one query reads; a later one may have the name of a table that it hides. */
function withTable(choices: Choices, tables: readonly MadeTable[], name: string): Made {
  let within = tables;
  const parts = several(1 + choices.whole(2), (index) => {
    const { text, columns, open } = selectOf(choices, within);
    const part = often(choices, 20) ? pick(choices, within).name : `p${index}`;
    const rest = within.filter((table) => table.name !== part);
    within = [{ name: part, columns, open, source: false }, ...rest];
    return { part, text };
  });
  const names = new Set(parts.map(({ part }) => lower(part)));
  if (names.size < parts.length) return selectTable(choices, tables, name);
  choices.note('table: with');
  const body = selectOf(choices, often(choices, 50) ? within.slice(0, 1) : within);
  const text = parts.map(({ part, text: query }) => `${written(part)} as (${query})`).join(', ');
  return {
    text: `table ${written(name)} is with ${text} ${body.text};`,
    tables: [{ name, columns: body.columns, open: body.open, source: false }],
  };
}

/** Two tables of the same columns, in different orders, compared by `except` or `intersect`. */
function comparedTable(choices: Choices, tables: readonly MadeTable[], name: string): Made {
  const whole = selectTable(
    choices,
    tables,
    `${name}_whole`,
    several(1 + choices.whole(3), () => scalar(pick(choices, SCALARS))),
  );
  const [first] = whole.tables;
  if (!first) throw new Error('A select makes a table.');
  const columns = first.columns.map(({ name: column, shape }) => ({ text: written(column), shape }));
  const place: Place = { choices, make: expression, columns, mode: 'row', depth: 1 };
  const part = (items: readonly { readonly text: string }[]): string =>
    `select ${items.map(({ text }) => text).join(', ')} from ${written(first.name)} where ${expression(place, scalar('boolean'))}`;
  const operator = alternative(choices, 'table', { except: 'except', intersect: 'intersect' });
  const made = { name, columns: first.columns, open: false, source: false };
  if (often(choices, 50)) {
    choices.note('table: brackets');
    const text = `table ${written(name)} is (${part(columns)}) ${operator} (${part(columns.toReversed())});`;
    return { text: `${whole.text}\n${text}`, tables: [first, made] };
  }
  const other = { ...first, name: `${name}_part` };
  const text = `table ${written(other.name)} is ${part(columns.toReversed())};
table ${written(name)} is ${operator} ${written(first.name)}, ${written(other.name)};`;
  return { text: `${whole.text}\n${text}`, tables: [first, other, made] };
}

/** The values of one column as columns. */
function pivotTable(choices: Choices, tables: readonly MadeTable[], name: string): Made {
  const long = selectTable(choices, tables, `${name}_long`, [scalar('date'), scalar('string'), scalar('float')]);
  const [first] = long.tables;
  const [key, on, value] = first?.columns ?? [];
  if (!first || !key || !on || !value) throw new Error('A long table has three columns.');
  choices.note('table: pivot');
  const aggregate = pick(choices, ['max', 'min', 'count']);
  const text = `table ${written(name)} is pivot ${written(first.name)} on ${written(on.name)} in ('a' as va, '' as vb, null as vc) using ${aggregate}(${written(value.name)});`;
  const shape = aggregate === 'count' ? scalar('integer') : scalar('float');
  const columns = [key, ...['va', 'vb', 'vc'].map((column) => ({ name: column, shape }))];
  return { text: `${long.text}\n${text}`, tables: [first, { name, columns, open: false, source: false }] };
}

/** One more table, made from some of those that are there. */
export function madeTable(choices: Choices, tables: readonly MadeTable[], name: string): Made {
  const at = choices.whole(100);
  if (at >= 94) return keptTable(choices, tables, name) ?? selectTable(choices, tables, name);
  if (at >= 88) return patternTable(choices, tables, name) ?? selectTable(choices, tables, name);
  if (at >= 80) return unpivotTable(choices, tables, name);
  if (at >= 72) return unionTable(choices, tables, name);
  if (at >= 62) return withTable(choices, tables, name);
  if (at >= 54) return comparedTable(choices, tables, name);
  if (at >= 48) return pivotTable(choices, tables, name);
  choices.note('table: select');
  return selectTable(choices, tables, name);
}

const UNIQUE = ['string', 'integer', 'decimal', 'float', 'boolean', 'date', 'datetime'];

/** Makes an assertion about a table, true or false. */
export function assertionOf(choices: Choices, tables: readonly MadeTable[], name: string): string {
  const table = pick(choices, tables);
  const simple = table.columns.filter(({ shape }) => UNIQUE.includes(shape.kind)).map((column) => written(column.name));
  const columns = table.columns.map(({ name: column, shape }) => ({ text: written(column), shape }));
  const place: Place = { choices, make: expression, columns, mode: 'row', depth: 2 };
  const [first] = simple;
  const claim = alternative<() => string>(choices, 'assert', {
    condition: () => expression(place, scalar('boolean')),
    'not null': () => `not null (${columns.map(({ text }) => text).join(', ')})`,
    unique: () => (first === undefined ? 'true' : `unique (${simple.join(', ')})`),
    reference: () => (first === undefined ? 'true' : `${first} in ${written(table.name)}.${first}`),
    'row count': () => 'row_count between 1 and 10',
  })();
  return `assert ${name} on ${written(table.name)}: ${claim};`;
}
