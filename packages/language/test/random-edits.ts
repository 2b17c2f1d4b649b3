import type { Catalog } from '@switchboard/model/catalog';
import fc from 'fast-check';
import { CATALOG } from './catalog.ts';
import { spliced } from './splice.ts';

const NAMES = ['ads', 'ADS', 'sites', 'daily', 'weekly', 'totals', 'latest', 'wide', 'long', 'lonng'];
const COLUMNS = ['site', 'clicks', 'day', 'price', 'click'];
/** One is a column and one is a table, too. */
const CONSTANTS = ['vat', 'least', 'clicks', 'daily'];
const PATHS = ['a', 'b', 'ads/c', 'ads/d', 'shop/e', 'shop/f', 'mail/x/g', 'z', 'é'].map((stem) => `${stem}.sbs`);

const name = fc.constantFrom(...NAMES);
const column = fc.constantFrom(...COLUMNS);
const type = fc.constantFrom('string', 'integer', 'date', 'decimal(10, 2)', '{ a: integer; }', 'json', 'strin');
const schema = fc
  .tuple(fc.array(fc.tuple(column, type), { maxLength: 4 }), fc.boolean(), fc.boolean())
  .map(([columns, usual, rest]) => {
    const all = [
      ...(usual
        ? [
            ['site', 'string'],
            ['clicks', 'integer'],
          ]
        : []),
      ...columns,
    ];
    return `{ ${all.map(([each, of]) => `${each}: ${of};`).join(' ')}${rest || all.length === 0 ? ' *' : ''} }`;
  });
const source = fc.constantFrom(
  '{ type: "web"; url: "https://example.com"; }',
  '{ type: "web"; key: "other"; url: "https://example.com"; hour_of_day: 3; }',
  '{ type: "folder"; pattern: "*.csv"; timezone: "Mars"; }',
  '{ type: "wep"; }',
  '{ type: "disk"; }',
);
const target = fc.constantFrom(
  '{ type: "disk"; path: "x.csv"; }',
  '{ type: "sql"; key: "warehouse"; table: "t"; mode: "upsert"; key_columns: ["site"]; }',
  '{ type: "sql"; key: "old"; table: "t"; }',
  '{ type: "sql"; key: "warhouse"; table: "t"; }',
  '{ type: "sql"; table: "t"; }',
  '{ type: "sql"; key: "other"; }',
  '{ type: "web"; }',
);

/** Declarations that name each other, right ones and wrong ones. */
const declaration = fc.oneof(
  fc.tuple(name, source, schema).map(([own, from, using]) => `download ${own} from ${from} using ${using};`),
  fc
    .tuple(name, name, name, source, schema)
    .map(
      ([own, one, two, from, using]) =>
        `download bundle ${own} from ${from} using { table ${one} from { member: "a*"; } using ${using}; table ${two} using ${using}; };`,
    ),
  fc.tuple(name, column, column, name).map(([own, a, b, from]) => `table ${own} is select ${a}, ${b} from ${from};`),
  fc.tuple(name, name).map(([own, from]) => `table ${own} is select * from ${from};`),
  fc
    .tuple(name, column, column, name, column)
    .map(([own, a, b, from, c]) => `table ${own} is select ${a}, sum(${b}) as n from ${from} where ${c} is not null;`),
  fc
    .tuple(name, name, name, column)
    .map(([own, one, two, by]) => `table ${own} is select * from ${one} left join ${two} as other using (${by});`),
  fc
    .tuple(name, name, name, column)
    .map(([own, one, two, a]) => `table ${own} is select ${one}.${a}, ${two}.site as s from ${one} cross join ${two};`),
  fc.tuple(name, name, name).map(([own, one, two]) => `table ${own} is union ${one}, ${two};`),
  fc.tuple(name, name, column).map(([own, from, by]) => `table ${own} is upsert ${from} by ${by};`),
  fc.tuple(name, name, column).map(([own, from, on]) => `table ${own} is unpivot ${from} on ${on} into k, v;`),
  fc
    .tuple(name, name, column)
    .map(([own, from, on]) => `table ${own} is pivot ${from} on ${on} in ('a', 'b' as x) using max(${on}) as m;`),
  fc.tuple(name, name).map(([own, from]) => `table ${own} is select columns("^c") from ${from};`),
  fc
    .tuple(name, name, column)
    .map(([own, from, a]) => `table ${own} is select nope(${a}) as x, line_number as l from ${from};`),
  fc
    .tuple(fc.constantFrom(...CONSTANTS), fc.constantFrom('1', "'a'", '[1, 2]', 'sum(1)', ...CONSTANTS, 'vatt'))
    .map(([own, value]) => `let ${own} is ${value} || 'x';`),
  fc
    .tuple(fc.constantFrom(...CONSTANTS), fc.constantFrom(...CONSTANTS))
    .map(([own, value]) => `let ${own} is ${value};`),
  fc
    .tuple(name, fc.constantFrom(...CONSTANTS), name, fc.boolean())
    .map(
      ([own, constant, from, literal]) =>
        `table ${own} is select ${literal ? `literal(${constant})` : constant}, 1 as one from ${from};`,
    ),
  fc.tuple(name, fc.constantFrom(...CONSTANTS)).map(([on, constant]) => `assert a on ${on}: ${constant} > 1;`),
  fc.tuple(name, target).map(([from, to]) => `upload ${from} to ${to};`),
  fc.tuple(name, name, target).map(([from, as, to]) => `upload ${from} as ${as} to ${to};`),
  fc.tuple(name, name).map(([own, from]) => `table ${own} is selec x from ${from};`),
  fc.tuple(name, name).map(([own, from]) => `table ${own} is select a b from ${from}`),
  fc.tuple(name).map(([from]) => `uplod ${from} to { };`),
  fc.constantFrom('// a comment', '', '\n\n', '}', '"', '/*', 'SELECT;'),
);

const content = fc.array(declaration, { maxLength: 6 }).map((declarations) => declarations.join('\n'));

const WITHOUT_KEY: Catalog = { ...CATALOG, keys: CATALOG.keys.filter((key) => key.name !== 'warehouse') };
const SUSPENDED: Catalog = { ...CATALOG, keys: CATALOG.keys.map((key) => ({ ...key, status: 'suspended' })) };
const WITHOUT_WEB: Catalog = { ...CATALOG, connectors: CATALOG.connectors.filter(({ name: each }) => each !== 'web') };
const RENAMED: Catalog = {
  ...CATALOG,
  connectors: CATALOG.connectors.map((each) => (each.name === 'disk' ? { ...each, name: 'wep' } : each)),
};

/** A random edit of a script; `text` returns the new contents of a file. */
export type Edit =
  | { readonly kind: 'text'; readonly path: string; readonly text: (before: string) => string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'catalog'; readonly catalog: Catalog };

const path = fc.constantFrom(...PATHS);
const editOfText = (change: fc.Arbitrary<(before: string) => string>): fc.Arbitrary<Edit> =>
  fc.tuple(path, change).map(([where, text]) => ({ kind: 'text', path: where, text }));

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: editOfText(content.map((text) => () => text)) },
  { weight: 3, arbitrary: editOfText(declaration.map((text) => (before) => `${before}\n${text}`)) },
  { weight: 1, arbitrary: editOfText(declaration.map((text) => (before) => `${text} ${before}`)) },
  {
    weight: 2,
    arbitrary: editOfText(
      fc.nat(9).map(
        (line) => (before) =>
          before
            .split('\n')
            .toSpliced(line % (before.split('\n').length + 1), 1)
            .join('\n'),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: editOfText(
      fc.tuple(fc.constantFrom(...NAMES, ...COLUMNS), fc.constantFrom(...NAMES, ...COLUMNS)).map(
        ([from, to]) =>
          (before) =>
            before.replaceAll(from, to),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: editOfText(
      fc
        .tuple(fc.nat(), fc.nat(3), fc.constantFrom('', ';', '{', 'x', '"', ' ', '('))
        .map((splice) => (before) => spliced(before, splice)),
    ),
  },
  { weight: 2, arbitrary: path.map((where): Edit => ({ kind: 'remove', path: where })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(CATALOG, WITHOUT_KEY, SUSPENDED, WITHOUT_WEB, RENAMED)
      .map((catalog): Edit => ({ kind: 'catalog', catalog })),
  },
);

/** Sequences of steps, each of a few edits after which everything is brought up to date. */
export const edits: fc.Arbitrary<readonly (readonly Edit[])[]> = fc.array(
  fc.array(edit, { minLength: 1, maxLength: 4 }),
  { minLength: 2, maxLength: 10 },
);
