import { describe, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';

function planOf(text: string, path = 'ads/main.sbs'): NonNullable<ReturnType<typeof compile>['plan']> {
  const { plan, messages } = compile([{ path, text }], CATALOG);
  expect(messages.filter((message) => message.type === 'error').map((message) => message.message)).toEqual([]);
  if (!plan) throw new Error('There is no plan.');
  return plan;
}

function scheduleOf(parameters: string): unknown {
  return planOf(`download d from { type: "web"; url: "https://example.com"; ${parameters} } using { x: integer; };`)
    .sources[0]?.schedule;
}

const DAILY = { timezone: 'America/Los_Angeles', hours: [6], reportDateOffset: 1, repullDays: [], lookbackDays: 7 };

describe('schedules', () => {
  test.each([
    ['', {}],
    ['delay_hours: 30;', { hours: [30] }],
    ['delay_hours: 0;', { hours: [0] }],
    ['period_hours: 6;', { hours: [0, 6, 12, 18] }],
    ['period_hours: 24;', { hours: [0] }],
    ['period_hours: 7;', { hours: [0, 7, 14, 21] }],
    ['hour_of_day: 9;', { hours: [9] }],
    ['hour_of_day: [18, 6, 6];', { hours: [6, 18] }],
    ['day_of_week: ["saturday", "sunday"];', { daysOfWeek: [0, 6] }],
    ['day_of_week: 1;', { daysOfWeek: [1] }],
    ['day_of_month: [31, 1];', { daysOfMonth: [1, 31] }],
    ['repull_days: 3;', { repullDays: [1, 2, 3] }],
    ['repull_days: [7, 1, 1];', { repullDays: [1, 7] }],
    ['lookback_days: 0; timezone: "Europe/Paris";', { lookbackDays: 0, timezone: 'Europe/Paris' }],
  ])('plans the schedule of "%s"', (parameters, expected) => {
    expect(scheduleOf(parameters)).toEqual({ ...DAILY, ...expected });
  });
});

const SCRIPT = `
upload c to { type: "disk"; path: "out/{YYYY}/{name}.csv"; };
upload a as raw to { type: "sql"; key: "warehouse"; table: "raw"; mode: "append"; test: { schema: "test"; }; };
table c is union b, z_orders;
table b is select x, line_number as n from a;
download bundle z from { type: "folder"; pattern: "*.zip"; } using { table z_orders from { member: "o*"; } using { x: integer; }; table z_rest using { * }; };
download a from { type: "web:report"; url: "https://example.com"; key: "other"; } using { "X y": integer as x; };
`;

test('a plan holds sources, tables inputs first, and uploads with what they need', () => {
  const plan = planOf(SCRIPT);
  expect(plan.tables.map((table) => [table.name, table.inputs])).toEqual([
    ['b', ['a']],
    ['c', ['b', 'z_orders']],
  ]);
  const [c, raw] = plan.uploads;
  expect(c).toMatchObject({
    name: 'c',
    project: 'ads',
    tables: ['b', 'c'],
    sourceTables: ['a', 'z_orders'],
    sources: ['a', 'z'],
    mode: 'replace_date',
  });
  expect(c?.destination).toBe('disk · out/{YYYY}/c.csv');
  expect(raw).toMatchObject({
    name: 'raw',
    table: 'a',
    tables: [],
    sourceTables: ['a'],
    key: { id: 'key-1', name: 'warehouse' },
    mode: 'append',
    destination: 'sql · public.raw',
  });
  const [z, a] = plan.sources;
  expect(a).toMatchObject({
    name: 'a',
    connector: 'web',
    key: { id: 'other', name: 'other' },
    parameters: { type: 'web:report' },
  });
  expect(a?.tables).toEqual([
    {
      name: 'a',
      schema: { columns: [{ name: 'x', header: 'X y', type: { kind: 'integer' }, nullable: true }], rest: false },
      keepsLineNumbers: true,
    },
  ]);
  expect(z?.tables.map((table) => [table.name, table.member, table.schema.rest, table.keepsLineNumbers])).toEqual([
    ['z_orders', 'o*', false, false],
    ['z_rest', undefined, true, false],
  ]);
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
});

test('declarations have the place of each download and upload', () => {
  const { declarations } = compile([{ path: 'solo.sbs', text: SCRIPT }], CATALOG);
  expect(
    declarations.map(
      ({
        name,
        declaration_type: type,
        connector_type: connector,
        key_name: key,
        test: tested,
        line,
        column,
        project,
      }) => [name, type, connector, key, tested, line, column, project],
    ),
  ).toEqual([
    ['c', 'export', 'disk', null, false, 2, 1, 'solo'],
    ['raw', 'export', 'sql', 'warehouse', true, 3, 1, 'solo'],
    ['z', 'import', 'folder', null, false, 6, 1, 'solo'],
    ['a', 'import', 'web', 'other', false, 7, 1, 'solo'],
  ]);
  expect(declarations[2]?.schema.map((column) => column.name)).toEqual(['z_orders.x']);
});

test('files share one namespace, whatever their order', () => {
  const files = [
    { path: 'b/two.sbs', text: 'table t is select x from d; upload t to { type: "disk"; path: "t.csv"; };' },
    { path: 'a/one.sbs', text: 'download d from { type: "web"; url: "https://example.com"; } using { x: integer; };' },
  ];
  const one = compile(files, CATALOG);
  expect(one.messages).toEqual([]);
  expect(one.plan?.tables[0]?.project).toBe('b');
  expect(compile(files.toReversed(), CATALOG)).toEqual(one);
});

test('a fix repairs what its message complains about', () => {
  const text =
    'download d from { type: "web"; url: "https://example.com"; } using { x: integer; };\ntable t is SELECT case when x > 1 then \'a\' else \'b\' end as y, count() as n from d group by y;\n';
  let fixed = text;
  for (let round = 0; round < 5; round += 1) {
    const { messages } = compile([{ path: 'a.sbs', text: fixed }], CATALOG);
    const edits = messages.flatMap((message) => (message.fix ? [message.fix.edits] : []))[0];
    if (!edits) break;
    const lines = fixed.split('\n');
    const offset = (line: number, column: number): number =>
      lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    for (const edit of edits.toReversed()) {
      fixed =
        fixed.slice(0, offset(edit.startLine, edit.startColumn)) +
        edit.text +
        fixed.slice(offset(edit.endLine, edit.endColumn));
    }
  }
  expect(fixed.split('\n')[1]).toBe("table t is select x > 1 ? 'a' : 'b' as y, count() as n from d ;");
});

test.each([
  ['a join b using (k)', [false, false, false]],
  ['a left join b using (k)', [false, false, true]],
  ['a right join b using (k)', [false, true, false]],
  ['a full join b using (k)', [true, true, true]],
  ['a join b using (k) right join c on b.y == c.z', [true, true, true]],
])('what a join finds no partner for may be null: %s', (from, expected) => {
  const source = (name: string, column: string): string =>
    `download ${name} from { type: "web"; url: "https://example.com"; } using { k: string not null; ${column}: integer not null; };`;
  const script = `${source('a', 'x')} ${source('b', 'y')} download c from { type: "web"; url: "https://example.com"; } using { z: integer not null; };
    table t is select k, x, y from ${from};`;
  expect(planOf(script).tables[0]?.columns.map((column) => column.nullable)).toEqual(expected);
});
