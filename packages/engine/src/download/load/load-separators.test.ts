import type { ColumnType } from '@switchboard/model/schema';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import type { NumberSeparators } from '@switchboard/model/values/number-separators';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const scalar = (kind: 'integer' | 'float'): ColumnType => ({ kind });
const TYPES: readonly ColumnType[] = [scalar('integer'), scalar('float'), { kind: 'decimal', precision: 20, scale: 3 }];
const SEPARATORS: readonly (NumberSeparators | null)[] = [
  null,
  { decimal: ',', group: null },
  { decimal: ',', group: '.' },
  { decimal: '.', group: ',' },
  { decimal: ',', group: ' ' },
  { decimal: '.', group: "'" },
];

/** The number that a text means, as a plain text; null when it means none. Written without the code that it is compared with. */
function meaningOf(text: string, separators: NumberSeparators | null, type: ColumnType): string | null {
  const { decimal, group } = separators ?? { decimal: '.', group: null };
  let rest = text.trim();
  const isNegative = rest.startsWith('-');
  if (/^[+-]/.test(rest)) rest = rest.slice(1);
  const [mantissa = '', exponent, ...more] = rest.split(/e/i);
  const [whole = '', fraction = '', ...others] = mantissa.split(decimal);
  if (more.length > 0 || others.length > 0 || whole + fraction === '') return null;
  if (exponent !== undefined && (type.kind !== 'float' || !/^[+-]?\d{1,4}$/.test(exponent))) return null;
  const groups = group === null ? [whole] : whole.replaceAll('\u00a0', group === ' ' ? ' ' : '\u00a0').split(group);
  const isGrouped = groups.length > 1;
  if (isGrouped && (groups[0]?.startsWith('0') || groups.slice(1).some((each) => each.length !== 3))) return null;
  if (isGrouped && !/^\d{1,3}$/.test(groups[0] ?? '')) return null;
  const digits = groups.join('');
  if (!/^\d*$/.test(digits + fraction)) return null;
  if (type.kind === 'integer') {
    if (digits === '' || /[^0]/.test(fraction)) return null;
    if (separators === null && fraction === '000' && digits.length < 4 && !digits.startsWith('0')) return null;
    const value = BigInt(digits) * (isNegative ? -1n : 1n);
    return BigInt.asIntN(64, value) === value ? String(value) : null;
  }
  const value = Number(`${isNegative ? '-' : ''}${digits || '0'}.${fraction || '0'}${exponent ? `e${exponent}` : ''}`);
  if (type.kind === 'decimal' && digits.replace(/^0+/, '').length > 17) return null;
  return Number.isFinite(value) ? String(value) : null;
}

const digits = (max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: max });
const TEXTS = fc.oneof(
  fc.constantFrom('0,125', '2,500', '25.000', '1.234.567,5', '1,234,567.5', '0.125', '12.0', '1 234,5', "1'234.5", ','),
  fc
    .tuple(fc.constantFrom('', '', '-', '+'), digits(5), fc.constantFrom('', '', '.', ','), digits(3))
    .map((parts) => parts.join('')),
  fc
    .tuple(digits(3), fc.constantFrom(...".,' \u00a0"), digits(3), fc.constantFrom('', '.', ','), digits(3))
    .map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(..."0123456789.,' -+e"), maxLength: 9 }),
);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
type Written = Pick<LoadInput, 'files'> & { readonly parameters: Record<string, string> };
/** The same texts in every kind of file, each with its number. */
const ROUTES: readonly (readonly [string, (texts: readonly string[]) => Written])[] = [
  [
    'semicolons',
    (texts) =>
      csv(
        texts.map((text, id) => `${id};${text};x\n`),
        'id;v;w\n',
      ),
  ],
  [
    'commas and quotes',
    (texts) =>
      csv(
        texts.map((text, id) => `${id},${quoted(text)},x\n`),
        'id,v,w\n',
      ),
  ],
  [
    'another escape',
    (texts) =>
      csv(
        texts.map((text, id) => `${id};${text}\n`),
        'id;v\n',
        { escape: '\\' },
      ),
  ],
  ['JSON', (texts) => file('x.jsonl', texts.map((v, id) => `${JSON.stringify({ id, v })}\n`).join(''))],
  [
    'no quotes',
    (texts) =>
      csv(
        texts.map((text, id) => `${id};${text}\n`),
        'id;v\n',
        { quote: '' },
      ),
  ],
  [
    'XML',
    (texts) =>
      file('x.xml', `<r>${texts.map((v, id) => `<e id="${id}" v="${v.replaceAll("'", '&#39;')}"/>`).join('')}</r>`),
  ],
];

/** The routes of a run, others at each place: one of three parts. */
const routesOf = (place: number): typeof ROUTES =>
  sampleCells([...ROUTES.slice(place % ROUTES.length), ...ROUTES.slice(0, place % ROUTES.length)], 3);

const file = (filename: string, content: string, parameters: Record<string, string> = {}): Written => ({
  files: [{ filename, content }],
  parameters,
});
const csv = (rows: readonly string[], header: string, parameters = {}): Written =>
  file('x.csv', header + rows.join(''), parameters);

const parametersOf = (separators: NumberSeparators | null): Record<string, string> =>
  separators === null
    ? {}
    : {
        decimal_separator: separators.decimal,
        ...(separators.group === null ? {} : { group_separator: separators.group }),
      };

/** The value loaded for each text: a plain number, or null when its row is dirty. Empty texts load as null and are skipped. */
function foundIn({ rows }: LoadedFile, count: number, type: ColumnType): readonly (string | null)[] {
  const found: (string | null)[] = Array.from({ length: count }, () => null);
  for (const { id, v } of rows) found[Number(id)] = type.kind === 'integer' ? String(v) : String(Number(v));
  return found;
}

describe('separators of numbers', () => {
  describe.each(SEPARATORS.entries().toArray())('%i: %j', (separatorsIndex, separators) => {
    it.each(TYPES.map((type, index) => ({ ...type, type, routes: routesOf(separatorsIndex + index) })))(
      'separators of numbers have one meaning in every kind of file: $kind',
      async ({ type, routes }) => {
        const texts = fc
          .sample(TEXTS, { numRuns: 250, seed: 14 })
          .filter(
            (text) => text.trim() !== '' && (type.kind !== 'decimal' || (text.split(/[.,]/).at(-1) ?? '').length <= 3),
          );
        const wanted = texts.map((text) => meaningOf(text, separators, type));
        for (const [route, write] of routes) {
          const { files, parameters } = write(texts);
          const columns = [column('id', 'integer'), column('v', type)];
          const loaded = await loader.load({
            files,
            columns,
            parameters: { ...parameters, ...parametersOf(separators) },
          });
          const found = foundIn(loaded, texts.length, type);
          const shown = (values: readonly (string | null)[]) => values.map((value, index) => [texts[index], value]);
          expect(shown(found), route).toEqual(shown(wanted));
        }
      },
    );
  });

  it('separators of numbers are read alike by the fast scan of a large file', async () => {
    const separators = { decimal: ',', group: '.' };
    const type = { kind: 'float' } as const;
    const texts = fc.sample(TEXTS, { numRuns: 300, seed: 3 }).filter((text) => text.trim() !== '');
    const many = Array.from({ length: 40_000 }, (_, index) =>
      index % 20 === 0 ? (texts[(index / 20) % texts.length] ?? '') : `${index},25`,
    );
    const { files, parameters } = csv(
      many.map((text, id) => `${id};${text};some more text\n`),
      'id;v;w\n',
    );
    const columns = [column('id', 'integer'), column('v', type, { separators }), column('w', 'string')];
    const loaded = await loader.load({ files, columns, parameters, sizes: { stream: 1 << 20, part: 300_000 } });
    expect(foundIn(loaded, many.length, type)).toEqual(many.map((text) => meaningOf(text, separators, type)));
  });

  it('separators of a column win over those of the file', async () => {
    const columns = [column('a', 'float'), column('b', 'float', { separators: { decimal: '.', group: ',' } })];
    const parameters = { decimal_separator: ',', group_separator: '.' };
    const { rows } = await loader.load({ ...csv(['1.234,5;1,234.5\n'], 'a;b\n'), columns, parameters });
    expect(rows).toEqual([{ a: 1234.5, b: 1234.5 }]);
  });

  it('separators of numbers are for texts: a JSON number is what it is', async () => {
    const content = '{"a":1.5,"o":{"n":2.5}}\n{"a":"1,5","o":{"n":"2,5"}}\n{"a":1,"o":{"n":"2.5"}}\n';
    const o = column('o', { kind: 'record', fields: [{ name: 'n', type: scalar('float'), nullable: true }] });
    const loaded = await loader.load({
      ...file('x.jsonl', content),
      columns: [column('a', 'float'), o],
      parameters: { decimal_separator: ',' },
    });
    expect(loaded.rows).toEqual([
      { a: 1.5, o: "{'n': 2.5}" },
      { a: 1.5, o: "{'n': 2.5}" },
    ]);
    expect(loaded.dirty.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'n: not a number with its separators: "." is not declared as decimal_separator or group_separator'],
    ]);
    expect(loaded.newDirty).toHaveLength(1);
  });

  it('separators of a file are those of undeclared columns', async () => {
    const written = csv(['1,5;2.5;1.234;7\n', '2;3.5;1,5;8\n'], 'a;b;c;d\n');
    const columns = [column('d', 'integer')];
    const { answer, rows } = await loader.load({
      ...written,
      columns,
      rest: true,
      parameters: { decimal_separator: ',', group_separator: '.' },
    });
    expect(answer.columns.map(({ name, type }) => [name, type.kind])).toEqual([
      ['d', 'integer'],
      ['a', 'float'],
      ['b', 'string'],
      ['c', 'string'],
    ]);
    expect(rows[0]).toEqual({ d: 7, a: 1.5, b: '2.5', c: '1.234' });
  });

  it.each([
    ['integer', '1,000', 'not an integer: "," is not declared as decimal_separator or group_separator'],
    ['integer', '25.000', 'not an integer: "." is not declared as decimal_separator or group_separator'],
    ['float', '0,125', 'not a number: "," is not declared as decimal_separator or group_separator'],
    ['float', '1 000', 'not a number: " " is not declared as decimal_separator or group_separator'],
    ['float', 'a,b', 'not a number'],
  ] as const)('separators of numbers are named when they are not declared: %s %s', async (kind, text, reason) => {
    const { dirty } = await loader.load({ ...csv([`${text};x\n`], 'v;w\n'), columns: [column('v', kind)] });
    expect(dirty.map((row) => row.reason)).toEqual([reason]);
  });

  it('differ from each other', async () => {
    const parameters = { decimal_separator: ',', group_separator: ',' };
    await expect(
      loader.load({ ...csv(['1;x\n'], 'v;w\n'), columns: [column('v', 'float')], parameters }),
    ).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      message: 'ads: the parameter group_separator must differ from decimal_separator. Correct it, then retry.',
    });
  });
});
