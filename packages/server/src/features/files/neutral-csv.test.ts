import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neutraliseFormulas } from './neutral-csv.ts';

/** The output for a text that arrives in pieces of this many bytes. */
async function neutralised(text: string | Buffer, size = Number.POSITIVE_INFINITY): Promise<string> {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return (await buffer(Readable.from(pieces).pipe(neutraliseFormulas()))).toString();
}

const STARTS = ['=', '+', '-', '@', '\t', '\0'];

describe('formulas', () => {
  test.each(STARTS)('a cell that begins with %j is neutralised in any position', async (start) => {
    const cell = `${start}cmd|'/c calc'!A1`;
    expect(await neutralised(`${cell},a,${cell}\n${cell}\nb,${cell}`)).toBe(
      `'${cell},a,'${cell}\n'${cell}\nb,'${cell}`,
    );
    expect(await neutralised(`"${cell},""x""\n=1",a,"${cell}"\n"${cell}"\n`)).toBe(
      `"'${cell},""x""\n=1",a,"'${cell}"\n"'${cell}"\n`,
    );
    expect(await neutralised(`${start},"${start}"\n`)).toBe(`'${start},"'${start}"\n`);
  });

  test('a quoted cell that begins with a carriage return is neutralised too', async () => {
    expect(await neutralised('1,"\r=1"\r\n2,"\r\n=1"\n')).toBe('1,"\'\r=1"\r\n2,"\'\r\n=1"\n');
  });

  test('an unquoted carriage return ends a row, as in spreadsheets', async () => {
    expect(await neutralised('a,\r\nb,=1\r=2\r\r\n')).toBe("a,\r\nb,'=1\r'=2\r\r\n");
  });

  test('the same characters inside a cell are left as they are', async () => {
    const text = 'a=1, =1,"b,=1\n=1","""=1","x ""\n"",=1"\n"",,"\n=1"\n1-1,a@b,\'=1\n';
    expect(await neutralised(text)).toBe(text);
  });

  test('text after misplaced quotes is read as spreadsheets read it', async () => {
    expect(await neutralised('a"b,=1\n"a"b,=1\n"-5"+x,=1\n')).toBe('a"b,\'=1\n"a"b,\'=1\n"\'-5"+x,\'=1\n');
    expect(await neutralised('"=open, =1\n')).toBe('"\'=open, =1\n');
    expect(await neutralised('1,"-5')).toBe('1,"-5');
  });
});

describe('numbers', () => {
  const numbers = ['-5', '+1.5', '-1e3', '+.5', '-5.', '-1.25E-10', '+2e+8', `-${'9'.repeat(300)}.5`];
  test.each(numbers)('%s is left as it is', async (number) => {
    const text = `${number},"${number}",${number}\n"${number}"\n${number}\r\n"${number}"\r\n`;
    for (const end of ['', number, `"${number}"`]) expect(await neutralised(text + end)).toBe(text + end);
  });

  const others = [
    '-',
    '+',
    '-5-5',
    '+1+cmd',
    '-1e',
    '-e3',
    '-.',
    '-1.2.3',
    '-inf',
    '-1 day',
    '=5',
    '- 5',
    '-5a',
    '+49 30',
  ];
  test.each(others)('%s is neutralised', async (other) => {
    expect(await neutralised(`${other},"${other}",${other}\n"${other}"`)).toBe(
      `'${other},"'${other}",'${other}\n"'${other}"`,
    );
    expect(await neutralised(other)).toBe(`'${other}`);
  });

  test('an endless cell that begins like a number is not buffered', async () => {
    const endless = `-${'1'.repeat(1_000_000)}`;
    expect(await neutralised(`${endless},1\n`, 1000)).toBe(`'${endless},1\n`);
  });
});

const GOLDEN = [
  ['line,column,reason,raw\n', 'line,column,reason,raw\n'],
  [
    '3,clicks,"no ""integer""","=HYPERLINK(""http://x"",""y"")"\n',
    '3,clicks,"no ""integer""","\'=HYPERLINK(""http://x"",""y"")"\n',
  ],
  ['4,clicks,,"-2+3,""a\n=b"""\n', '4,clicks,,"\'-2+3,""a\n=b"""\n'],
  ['5,clicks,,-1.5e3\n', '5,clicks,,-1.5e3\n'],
  ['6,clicks,,"-1.5e3"\n', '6,clicks,,"-1.5e3"\n'],
  ['7,clicks,,"\r+1"\r\n', '7,clicks,,"\'\r+1"\r\n'],
  ['8,"@é",-ü,\t\n', "8,\"'@é\",'-ü,'\t\n"],
  ['-9,"","""",+', '-9,"","""",\'+'],
] as const;

test('pieces of any size give the same output', async () => {
  const given = GOLDEN.map(([text]) => text).join('');
  const expected = GOLDEN.map(([, text]) => text).join('');
  for (let size = 1; size <= Buffer.byteLength(given); size += 1) expect(await neutralised(given, size)).toBe(expected);
});

const cells = fc.array(fc.array(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\0"\',\n15.eEa é'), maxLength: 6 })));

test('any cells, in pieces of any size, are neutralised one by one', async () => {
  const isFormula = (cell: string) =>
    /^[=+\-@\t\r\0]/.test(cell) && !/^[+-](\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(cell);
  const written = (cell: string, isSafe: boolean) => {
    const text = `${isSafe && isFormula(cell) ? "'" : ''}${cell}`;
    return /["\r\n,]/.test(cell) || cell.length % 2 === 0 ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csv = (rows: readonly (readonly string[])[], isSafe: boolean) =>
    rows.map((row) => `${row.map((cell) => written(cell, isSafe)).join(',')}\n`).join('');
  const property = fc.asyncProperty(cells, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
    expect(await neutralised(csv(rows, false), size)).toBe(csv(rows, true));
  });
  await fc.assert(property, { numRuns: 1000 });
});

test('many cells in large pieces', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `${n},-${n},=a${n},"@${'long '.repeat(n % 40)}"\n`).join('');
  const expected = rows.replaceAll('=', "'=").replaceAll('@', "'@");
  for (const size of [Number.POSITIVE_INFINITY, 65_536, 4099]) expect(await neutralised(rows, size)).toBe(expected);
});

test('an empty text stays empty', async () => expect(await neutralised('')).toBe(''));
