import { alternative, type Choices, often, pick, several } from './choices.ts';
import { expression } from './expressions.ts';
import { innerCondition, innerValue } from './inner.ts';
import { lower, type Made, type MadeColumn, type MadeTable, written } from './made-table.ts';
import { type Named, type Place, varying } from './place.ts';
import { SCALARS, type Shape, scalar } from './shapes.ts';

export const JOINS = [
  'join',
  ...['inner', 'left', 'right', 'full', 'left outer', 'cross', 'semi', 'anti'].map((kind) => `${kind} join`),
];

type Member = { readonly alias: string; readonly table: MadeTable };
type Item = MadeColumn & { readonly text: string };

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

const ASOF_JOINS = { 'asof join': 'asof join', 'asof left join': 'asof left join' } as const;
const MEASURED = ['integer', 'decimal', 'float', 'date', 'datetime', 'string'];

/** A table, or a query in brackets, as `from` and `join` read it. */
function readTable(
  choices: Choices,
  tables: readonly MadeTable[],
  alias: string | null,
): readonly [member: Member, text: string] {
  if (often(choices, 12)) {
    choices.note('source: query');
    const { text, columns, open } = selectOf(choices, tables);
    const name = alias ?? 'x0';
    return [{ alias: name, table: { name, columns, open, source: false } }, `(${text}) as ${name}`];
  }
  const table = pick(choices, tables);
  if (alias === null) return [{ alias: written(table.name), table }, written(table.name)];
  return [{ alias, table }, `${written(table.name)} as ${alias}`];
}

/** Pairs of columns of the same type, of one table and of those before it. */
function pairsOf(before: readonly Member[], member: Member): readonly (readonly [string, string])[] {
  const columnsOf = ({ alias, table }: Member): readonly Named[] =>
    table.columns
      .filter(({ shape }) => MEASURED.includes(shape.kind))
      .map(({ name, shape }) => ({ text: `${alias}.${written(name)}`, shape }));
  const own = columnsOf(member);
  return before
    .flatMap(columnsOf)
    .flatMap(({ text, shape }) =>
      own.flatMap((other) => (other.shape.kind === shape.kind ? [[text, other.text] as const] : [])),
    );
}

/** The condition of an asof join; null where no columns can be compared. */
function nearestCondition(choices: Choices, before: readonly Member[], member: Member): string | null {
  const pairs = pairsOf(before, member);
  if (pairs.length === 0) return null;
  const [left, right] = pick(choices, pairs);
  const nearest = `${left} ${pick(choices, ['>=', '>', '<=', '<'])} ${right}`;
  if (often(choices, 40)) return nearest;
  const [one, other] = pick(choices, pairs);
  return often(choices, 50) ? `${one} == ${other} and ${nearest}` : `${nearest} and ${other} == ${one}`;
}

const DATES = [
  "'2026-01-30', '2026-02-02'",
  "'2026-01-31', date('2026-05-30'), 'month'",
  "date_add(today(), -3, 'day'), today(), 'day'",
  "literal(a_date), date_add(literal(a_date), 20, 'day'), 'week'",
  "today(), '2000-01-01', 'year'",
];

/** `dates(…)` with an alias or without, behind a join. */
function readDates(choices: Choices, index: number): readonly [member: Member, text: string] {
  choices.note('source: dates');
  const columns = [{ name: 'date', shape: scalar('date') }];
  const alias = index === 1 && often(choices, 40) ? 'dates' : `x${index}`;
  const text = `dates(${pick(choices, DATES)})${alias === 'dates' ? '' : ` as ${alias}`}`;
  return [{ alias, table: { name: 'dates', columns, open: false, source: false } }, text];
}

/** Makes the sources of a query: tables with joins. `using` merges the column k, which all tables have. */
function sources(
  choices: Choices,
  tables: readonly MadeTable[],
): { text: string; members: Member[]; merged: Set<string> } {
  const [first, read] = readTable(choices, tables, often(choices, 40) ? 'x0' : null);
  const members: Member[] = [first];
  let text = read;
  const merged = new Set<string>();
  for (let index = 1; index <= 2 && often(choices, 35); index += 1) {
    const [member, joined] = often(choices, 8) ? readDates(choices, index) : readTable(choices, tables, `x${index}`);
    const both = [...members, member];
    const nearest = often(choices, 15) ? nearestCondition(choices, members, member) : null;
    if (nearest !== null) {
      text += ` ${alternative(choices, 'join', ASOF_JOINS)} ${joined} on ${nearest}`;
      members.push(member);
      continue;
    }
    const joinable = both.every((each) => each.table.columns.some(({ name }) => name === 'k'));
    const kind = pick(choices, JOINS);
    choices.note(`join: ${kind}`);
    text += ` ${kind} ${joined}`;
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

export function orderText(choices: Choices, values: readonly string[]): string {
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
  if (shapes === null && often(choices, 12)) {
    const shape = scalar(pick(choices, SCALARS));
    items.push({ name: 'inner', shape, text: `${innerValue(row, tables, shape)} as inner` });
  }
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
    const inner = often(choices, 25) ? ` ${pick(choices, ['and', 'or'])} ${innerCondition(row, tables)}` : '';
    query += ` where ${expression(row, scalar('boolean'))}${inner}`;
  }
  if (windows && !items.some(({ name }) => name === 'element') && often(choices, 60)) {
    choices.note('clause: qualify');
    const window: Place = { ...unhidden(row, out), mode: 'window' };
    const condition = window.columns.length === 0 ? 'true' : expression(window, scalar('boolean'));
    query += ` qualify count() over () >= 0 or ${condition}`;
  }
  const aliases = items.map(({ name }) => written(name));
  const sorted = unhidden(row, out);
  if (often(choices, 40) && !items.some(({ name }) => name === 'element'))
    query += orderText(
      choices,
      distinct || sorted.columns.length === 0
        ? aliases.slice(0, 1)
        : [pick(choices, aliases), varying(sorted, scalar('string'))],
    );
  if (often(choices, 30)) {
    choices.note('clause: limit');
    query += ` limit ${pick(choices, ['3', '0', '1000', '5 offset 2', '9 offset 0'])}`;
  }
  const open = out.some((item) => item.text.includes('*')) && members.some(({ table }) => table.open);
  return { text: query, columns: out, open };
}

export type MadeQuery = {
  readonly text: string;
  readonly columns: readonly MadeColumn[];
  readonly open: boolean;
};

/** A select of groups or of rows; `shapes` asks for its columns. */
export function selectOf(
  choices: Choices,
  tables: readonly MadeTable[],
  shapes: readonly Shape[] | null = null,
): MadeQuery {
  const made = often(choices, 40)
    ? { ...grouped(choices, tables, shapes), open: false }
    : plain(choices, tables, shapes);
  return { ...made, columns: made.columns.map(({ name, shape }) => ({ name, shape })) };
}

export function selectTable(
  choices: Choices,
  tables: readonly MadeTable[],
  name: string,
  shapes: readonly Shape[] | null = null,
): Made {
  const { text, columns, open } = selectOf(choices, tables, shapes);
  return { text: `table ${written(name)} is ${text};`, tables: [{ name, columns, open, source: false }] };
}
