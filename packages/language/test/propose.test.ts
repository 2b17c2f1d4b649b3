import { describe, expect, it } from 'vitest';
import { formatScript } from '../src/index.ts';
import { inferColumns, nameOf } from '../src/propose/infer-columns.ts';
import { proposeScript } from '../src/propose/propose-script.ts';

const typeOf = (...values: readonly string[]): string | undefined =>
  inferColumns(
    ['a'],
    values.map((value) => [value]),
  ).columns[0]?.type;

describe('the proposed type', () => {
  it.each([
    ['integer', ['1', '-2', '+3', '', ' 4 ', '0']],
    ['integer', ['9223372036854775807']],
    ['string', ['9223372036854775808']],
    ['string', ['007', '12']],
    ['decimal(18, 2)', ['1.5', '2', '-3.25', '0.5']],
    ['string', ['12345678901234567.25']],
    ['float', ['1e5', '2.5']],
    ['string', ['1e999']],
    ['boolean', ['true', 'FALSE', 'yes']],
    ['integer', ['1', '0']],
    ['date("YYYY-MM-dd")', ['2026-01-31', '']],
    ['string', ['2026-02-30']],
    ['date("dd.MM.YYYY")', ['31.01.2026']],
    ['date("dd/MM/YYYY")', ['31/01/2026', '01/02/2026']],
    ['date("MM/dd/YYYY")', ['01/31/2026', '01/02/2026']],
    ['string', ['01/02/2026']],
    ['datetime', ['2026-01-31 10:20:30', '2026-01-31T10:20:30.5Z', '2026-01-31 10:20']],
    ['string', ['2026-01-31 25:00:00']],
    ['string', ['1', 'x']],
    ['string', ['', '']],
    ['string', []],
  ])('proposes %s, which every value has, for %j', (type, values) => {
    expect(typeOf(...values)).toBe(type);
  });
});

it('takes the comma for the point when more columns are numbers by it', () => {
  const { columns, decimalSeparator } = inferColumns(
    ['n', 'cost', 'share'],
    [
      ['1', '1,50', '0,5'],
      ['2', '3,25', '1'],
    ],
  );
  expect([decimalSeparator, columns.map(({ type }) => type)]).toEqual([
    ',',
    ['integer', 'decimal(18, 2)', 'decimal(18, 1)'],
  ]);
});

it.each([
  ['Order Date', 'order_date'],
  ['orderDate', 'order_date'],
  ['Größe (m²)', 'gro_e_m2'],
  ['2nd', 'column_2nd'],
  ['from', 'from_'],
  ['%', ''],
])('names the column %j %j', (header, name) => {
  expect(nameOf(header)).toBe(name);
});

it('gives each column a name of its own', () => {
  const { columns } = inferColumns(['A b', 'a_b', '%', ' A-B '], []);
  expect(columns.map(({ name }) => name)).toEqual(['a_b', 'a_b_2', 'column_3', 'a_b_3']);
});

it('writes the declarations formatted, with the names of the file in quotes', () => {
  const header = ['id', 'Order "date"', 'Cost, EUR', 'back\\slash', 'ü'];
  const { columns, decimalSeparator } = inferColumns(header, [['1', '31.01.2026', '1,50', 'x', '2026-01-31 10:00']]);
  const text = proposeScript({
    name: 'orders',
    path: 'imported/orders.csv',
    delimiter: '\t',
    decimalSeparator,
    columns,
  });
  expect(formatScript(text)).toBe(text);
  expect(text).toContain('    "Order \\"date\\"": date("dd.MM.YYYY") as order_date;\n');
  expect(text).toContain('    delimiter: "\\t";\n    decimal_separator: ",";\n');
});
