import { alternative, type Choices, often, pick, several } from './choices.ts';
import { expression } from './expressions.ts';
import { type Named, type Place, varying } from './place.ts';
import { SCALARS, type Shape, scalar } from './shapes.ts';

export const JOINS = [
  'join',
  ...['inner', 'left', 'right', 'full', 'left outer', 'cross', 'semi', 'anti'].map((kind) => `${kind} join`),
];

export type MadeColumn = { readonly name: string; readonly shape: Shape };
/** A table that queries can read. Of an open one, not all columns are known. */
export type MadeTable = {
  readonly name: string;
  readonly columns: readonly MadeColumn[];
  readonly open: boolean;
  readonly source: boolean;
};

type Member = { readonly alias: string; readonly table: MadeTable };
type Item = MadeColumn & { readonly text: string };

/** A name as a script writes it. */
export function written(name: string): string {
  return /^[a-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`;
}

const lower = (name: string): string => name.toLowerCase();

/** The columns of some tables as a query may name them: bare where only one has the name. */
function named(choices: Choices, members: readonly Member[]): Named[] {
  const count = new Map<string, number>();
  for (const { table } of members)
    for (const { name } of table.columns) count.set(lower(name), (count.get(lower(name)) ?? 0) + 1);
  const open = members.filter(({ table }) => table.open).length;
  const own = members.flatMap(({ alias, table }) =>
    table.columns.map(({ name, shape }): Named => {
      const bare = count.get(lower(name)) === 1 && open === 0 && !often(choices, 25);
      return { text: bare ? written(name) : `${alias}.${written(name)}`, shape };
    }),
  );
  const pseudo = members.flatMap(({ alias, table }): Named[] =>
    table.source && often(choices, 15)
      ? [
          { text: `${alias}.report_date`, shape: scalar('date') },
          { text: `${alias}.filename`, shape: scalar('string') },
          { text: `${alias}.line_number`, shape: scalar('integer') },
        ]
      : [],
  );
  return [...own, ...pseudo];
}

/** The shapes that can be asked for: all simple ones, and the lists and records that are there. */
function shapesAt(columns: readonly Named[]): Shape[] {
  const nested = columns.map(({ shape }) => shape).filter(({ kind }) => kind === 'list' || kind === 'record');
  return [...SCALARS.map(scalar), ...nested, { kind: 'list', element: scalar('string') }];
}

/** What a query reads: tables with joins. `using` merges the column k, which all tables have. */
function sources(
  choices: Choices,
  tables: readonly MadeTable[],
): { text: string; members: Member[]; merged: Set<string> } {
  const first = pick(choices, tables);
  const members: Member[] = [{ alias: often(choices, 40) ? 'x0' : written(first.name), table: first }];
  let text = `${written(first.name)}${members[0]?.alias === 'x0' ? ' as x0' : ''}`;
  const merged = new Set<string>();
  for (let index = 1; index <= 2 && often(choices, 35); index += 1) {
    const table = pick(choices, tables);
    const member: Member = { alias: `x${index}`, table };
    const both = [...members, member];
    const joinable = both.every((each) => each.table.columns.some(({ name }) => name === 'k'));
    const kind = pick(choices, JOINS);
    choices.note(`join: ${kind}`);
    text += ` ${kind} ${written(table.name)} as x${index}`;
    const keeps = kind !== 'semi join' && kind !== 'anti join';
    if (kind !== 'cross join') {
      const using = joinable && (index === 1 || merged.has('k')) && often(choices, 50);
      choices.note(using ? 'join: using' : 'join: on');
      const place: Place = { choices, make: expression, columns: named(choices, both), mode: 'row', depth: 2 };
      text += using ? ' using (k)' : ` on ${expression(place, scalar('boolean'))}`;
      if (using && keeps) merged.add('k');
    }
    if (keeps) members.push(member);
  }
  return { text, members, merged };
}

const NAMES = ['c', 'date', 'order', 'Total', 'key', 'm_', 'the col'];

/** A new name for a column; the number makes it unique whatever the case. */
function nameAt(choices: Choices, index: number): string {
  return `${pick(choices, NAMES)}${index}`;
}

function itemOf(place: Place, shape: Shape, index: number): Item {
  const { choices } = place;
  const name = nameAt(choices, index);
  return { name, shape, text: `${expression(place, shape)} as ${written(name)}` };
}

/** `*` and what may follow it. Null where the names of its columns would not be unique. */
function star(choices: Choices, members: readonly Member[], merged: ReadonlySet<string>): Item[] | null {
  const one = often(choices, 40) ? pick(choices, members) : null;
  const chosen = one ? [one] : members;
  const all = chosen.flatMap(({ table }) => table.columns);
  const seen = new Set<string>();
  const columns = all.filter(({ name }) => !(one === null && merged.has(name) && seen.has(name)) && seen.add(name));
  const names = columns.map(({ name }) => lower(name));
  if (new Set(names).size < names.length || columns.length < 2) return null;
  if (chosen.some(({ table }) => table.open) && chosen.length > 1) return null;
  const prefix = one ? `${one.alias}.` : '';
  const [first] = columns;
  const open = chosen.some(({ table }) => table.open);
  const [dropped, replaced] = [columns.at(-1), columns.at(-2)];
  choices.note(one ? 'item: t.*' : 'item: *');
  const rest = (kept: readonly MadeColumn[], text: string): Item[] =>
    kept.map((column, at) => ({ ...column, text: at === 0 ? text : '' }));
  if (!dropped || !replaced || !first || often(choices, 40)) return rest(columns, `${prefix}*`);
  if (often(choices, 50)) {
    choices.note('item: except');
    return rest(columns.slice(0, -1), `${prefix}* except (${written(dropped.name)})`);
  }
  choices.note('item: replace');
  const shape = scalar(pick(choices, SCALARS));
  const place: Place = {
    choices,
    make: expression,
    columns: named(choices, open ? members.slice(0, 1) : members),
    mode: 'row',
    depth: 1,
  };
  const changed = columns.map((column) => (column === replaced ? { ...column, shape } : column));
  return rest(changed, `${prefix}* replace (${expression(place, shape)} as ${written(replaced.name)})`);
}

function orderText(choices: Choices, values: readonly string[]): string {
  const list = values.map(
    (value) => `${value}${pick(choices, ['', ' asc', ' desc', ' desc nulls first', ' nulls last'])}`,
  );
  choices.note('clause: order by');
  return ` order by ${list.join(', ')}`;
}

/** In order by and having, a bare name means the output column, if there is one. */
function unhidden(place: Place, items: readonly Item[]): Place {
  const aliases = new Set(items.map(({ name }) => written(name)));
  return { ...place, depth: 1, columns: place.columns.filter(({ text }) => !aliases.has(text)) };
}

function textOf(items: readonly Item[]): string {
  return items
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(', ');
}

/** A select of groups. */
function grouped(
  choices: Choices,
  tables: readonly MadeTable[],
  shapes: readonly Shape[] | null,
): { text: string; columns: Item[] } {
  const { text, members } = sources(choices, tables);
  const columns = named(choices, members);
  const row: Place = { choices, make: expression, columns, mode: 'row', depth: 2 };
  const group: Place = { choices, make: expression, columns, mode: 'group', depth: 3 };
  const all = shapesAt(columns);
  const asked = shapes ?? several(1 + choices.whole(4), () => pick(choices, all));
  const keys = choices.whole(asked.length);
  const items = asked.map((shape, index) => itemOf(index < keys ? row : group, shape, index));
  const last: Item = { name: `rows${items.length}`, shape: scalar('integer'), text: `count() as rows${items.length}` };
  const out = shapes ? items : [...items, last];
  const sure = shapes ? 'having count() >= 0' : `having rows${items.length} >= 0`;
  choices.note(keys > 0 ? 'select: grouped by keys' : 'select: one group');
  let query = `select ${textOf(out)} from ${text}`;
  if (often(choices, 35)) {
    choices.note('clause: where');
    query += ` where ${expression(row, scalar('boolean'))}`;
  }
  if (shapes || often(choices, 35)) {
    choices.note('clause: having');
    query += ` ${sure}${often(choices, 50) ? ` or ${expression(unhidden(group, out), scalar('boolean'))}` : ''}`;
  }
  if (often(choices, 35))
    query += orderText(choices, [written(pick(choices, out).name), varying(unhidden(group, out), scalar('integer'))]);
  return { text: query, columns: out };
}

/** A select of rows. */
function plain(
  choices: Choices,
  tables: readonly MadeTable[],
  shapes: readonly Shape[] | null,
): { text: string; columns: Item[]; open: boolean } {
  const { text, members, merged } = sources(choices, tables);
  const columns = named(choices, members);
  const all = shapesAt(columns);
  const row: Place = { choices, make: expression, columns, mode: 'row', depth: 3 };
  const windows = often(choices, 25);
  const place: Place = windows ? { ...row, mode: 'window' } : row;
  const whole = shapes === null && often(choices, 30) ? star(choices, members, merged) : null;
  const items = (shapes ?? several(1 + choices.whole(5), () => pick(choices, all))).map((shape, index) =>
    itemOf(place, shape, index + 100),
  );
  const list = columns.find(({ shape }) => shape.kind === 'list');
  if (shapes === null && list?.shape.kind === 'list' && often(choices, 25)) {
    choices.note('function: explode');
    items.push({ name: 'element', shape: list.shape.element, text: `explode(${list.text}) as element` });
  }
  const taken = new Set(items.map(({ name }) => lower(name)));
  if (merged.has('k') && shapes === null && often(choices, 60))
    items.push({ name: 'k', shape: scalar('float'), text: 'k' });
  const out = [
    ...((whole ?? []).filter(({ name }) => !taken.has(lower(name)) && name !== 'k' && name !== 'element').length ===
      (whole ?? []).length && !items.some(({ name }) => name === 'k')
      ? (whole ?? [])
      : []),
    ...items,
  ];
  const distinct = often(choices, 15);
  if (distinct) choices.note('select: distinct');
  let query = `select ${distinct ? 'distinct ' : ''}${textOf(out)} from ${text}`;
  if (often(choices, 40)) {
    choices.note('clause: where');
    query += ` where ${expression(row, scalar('boolean'))}`;
  }
  if (windows && !items.some(({ name }) => name === 'element') && often(choices, 60)) {
    choices.note('clause: qualify');
    const window: Place = { ...unhidden(row, out), mode: 'window' };
    query += ` qualify count() over () >= 0 or ${expression(window, scalar('boolean'))}`;
  }
  const aliases = items.map(({ name }) => written(name));
  if (often(choices, 40) && !items.some(({ name }) => name === 'element'))
    query += orderText(
      choices,
      distinct ? aliases.slice(0, 1) : [pick(choices, aliases), varying(unhidden(row, out), scalar('string'))],
    );
  if (often(choices, 30)) {
    choices.note('clause: limit');
    query += ` limit ${pick(choices, ['3', '0', '1000', '5 offset 2', '9 offset 0'])}`;
  }
  const open = out.some((item) => item.text.includes('*')) && members.some(({ table }) => table.open);
  return { text: query, columns: out, open };
}

type Made = { readonly text: string; readonly tables: readonly MadeTable[] };

function selectTable(
  choices: Choices,
  tables: readonly MadeTable[],
  name: string,
  shapes: readonly Shape[] | null = null,
): Made {
  const made = often(choices, 40)
    ? { ...grouped(choices, tables, shapes), open: false }
    : plain(choices, tables, shapes);
  const columns = made.columns.map(({ name: column, shape }) => ({ name: column, shape }));
  return {
    text: `table ${written(name)} is ${made.text};`,
    tables: [{ name, columns, open: made.open, source: false }],
  };
}

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

function upsertTable(choices: Choices, tables: readonly MadeTable[], name: string): Made | null {
  const keyed = tables.filter(({ columns }) =>
    columns.some(({ shape }) => !['list', 'record', 'json'].includes(shape.kind)),
  );
  if (keyed.length === 0) return null;
  const table = pick(choices, keyed);
  const keys = table.columns.filter(({ shape }) => !['list', 'record', 'json'].includes(shape.kind));
  const names = [...new Set(several(1 + choices.whole(2), () => written(pick(choices, keys).name)))];
  choices.note('table: upsert');
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
  return {
    text: `table ${written(name)} is upsert ${written(table.name)} by ${names.join(', ')}${order};`,
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
  return {
    text: `table ${written(name)} is select ${text} from ${written(table.name)};`,
    tables: [{ name, columns: numbers, open: false, source: false }],
  };
}

/** One more table, made from some of those that are there. */
export function madeTable(choices: Choices, tables: readonly MadeTable[], name: string): Made {
  const at = choices.whole(100);
  if (at >= 92) return upsertTable(choices, tables, name) ?? selectTable(choices, tables, name);
  if (at >= 84) return patternTable(choices, tables, name) ?? selectTable(choices, tables, name);
  if (at >= 74) return unpivotTable(choices, tables, name);
  if (at >= 62) return unionTable(choices, tables, name);
  choices.note('table: select');
  return selectTable(choices, tables, name);
}
