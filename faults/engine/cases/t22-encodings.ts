import { type BadFile, BEFORE, csvOf, type Expected, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultTest } from '../fault-test.ts';

export const t22Encodings: FaultTest = {
  id: 'T22',
  title: 'encodings, broken and rare',
  run: () => runBadFiles(CASES, { before: sent(csvOf(BEFORE)) }),
};

const notUtf8 = (byte: number | undefined): string =>
  `invalid UTF-8 at byte ${byte}; declare encoding, if the file has another one`;

type Line = string | readonly (string | readonly number[])[];

/** Lines of a file: text, or texts and single bytes. */
const bytesOf = (lines: readonly Line[]): Buffer =>
  Buffer.concat(
    ['id,site,clicks', ...lines].map((line) =>
      Buffer.concat([
        ...(typeof line === 'string' ? [line] : line).map((part) => Buffer.from(part)),
        Buffer.from('\n'),
      ]),
    ),
  );
const utf16 = (text: string, order: 'le' | 'be' = 'le'): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

const file = (what: string, content: Buffer, expected: Expected, encoding?: string): BadFile => ({
  what,
  file: 'ads.csv',
  parameters: `format: "csv"; ${encoding === undefined ? '' : `encoding: "${encoding}";`}`,
  answers: [sent(content)],
  expected,
});
/** @param detected the encoding that a byte order mark shows */
const completed = (rows: readonly string[], dirty: readonly string[] = [], detected?: string): Expected => ({
  download: 'completed',
  reported: [
    dirty.length === 0
      ? `ads: downloaded ${rows.length} rows${readAs(detected, '.')}`
      : `ads: ${dirty.length} of ${rows.length + dirty.length} rows${readAs(detected, ',')} are dirty.`,
  ],
  good: rows.length,
  dirty,
  delivered: rows,
});

const readAs = (detected: string | undefined, end: ',' | '.'): string => {
  if (detected === undefined) return end === '.' ? end : '';
  return `, read as ${detected} (confidence 100%)${end}`;
};

const ACCENTS = ['1,Zoë,1', '2,Ærøskøbing,2', '3,plain,3'];
/** Beyond the basic plane, joined, combining, right to left, and characters that some take for line ends. */
const RARE = [
  '1,😀👩‍👩‍👧‍👦🇳🇴,1',
  '2,𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐍈 𠮷,2',
  '3,שלום עולם مرحبا,3',
  '4,e\u0301 n\u0303 \u202eabc\u202c,4',
  '5,a\u2028b\u0085c\ufeffd,5',
];

const BROKEN: readonly Line[] = [
  '1,Zoë,1',
  ['2,', [0x80], ',2'],
  ['3,a', [0xe2, 0x82], ',3'],
  ['4,', [0xc0, 0xaf], ',4'],
  ['5,', [0xed, 0xa0, 0x80], ',5'],
  ['6,', [0xf4, 0x90, 0x80, 0x80], ',6'],
  ['7,', [0xf8, 0x88, 0x80, 0x80, 0x80], ',7'],
  ['8,é,', [0xff]],
  '9,fin,9',
];
const GOOD = makeRows(10, 70);

const CASES: readonly BadFile[] = [
  file(
    'UTF-8, broken in seven ways in less than a tenth of its lines',
    bytesOf([...BROKEN, ...GOOD]),
    completed(
      ['1,Zoë,1', '9,fin,9', ...GOOD],
      ['3 ', '4 ', '5 ', '6 ', '7 ', '8 ', '9 '].map(
        (line, index) => `${line}${notUtf8([3, 4, 3, 3, 3, 3, 6][index])}`,
      ),
    ),
  ),
  file('UTF-8, broken in most of its lines', bytesOf(BROKEN), {
    download: 'failed',
    ended:
      'The text of ads.csv is not in UTF-8, and its encoding could not be detected. Declare it, such as encoding: "windows-1252", or have the file delivered in UTF-8.',
  }),
  file('UTF-8 with a mark', Buffer.from(`\ufeff${csvOf(ACCENTS)}`), completed(ACCENTS)),
  file('UTF-8 with rare characters', Buffer.from(csvOf(RARE)), completed(RARE)),
  file('UTF-16, low byte first, recognized by its mark', utf16(csvOf(RARE)), completed(RARE, [], 'utf-16le')),
  file('UTF-16, high byte first, recognized by its mark', utf16(csvOf(RARE), 'be'), completed(RARE, [], 'utf-16be')),
  file('UTF-16 that is declared as UTF-8', utf16(csvOf(ACCENTS)), completed(ACCENTS), 'utf-8'),
  file(
    'UTF-16 with half a pair',
    utf16(csvOf(['1,a,1', '2,b\ud83dc,2', '3,c,3'])),
    completed(['1,a,1', '3,c,3'], [`3 ${notUtf8(4)}`], 'utf-16le'),
  ),
  file(
    'UTF-16 that ends inside a character',
    utf16('id,site,clicks\n1,a,1\n2,b,2').subarray(0, -1),
    completed(['1,a,1'], [`3 ${notUtf8(5)}`], 'utf-16le'),
  ),
  file(
    'NUL bytes',
    bytesOf(['1,a,1', ['2,b', [0], 'c,2'], ['3,c,3', [0]], '4,d,4']),
    completed(['1,a,1', '4,d,4'], ['3 NUL character at byte 4', '4 NUL character at byte 6']),
  ),
  file('Latin-1 as declared', Buffer.from(csvOf(ACCENTS), 'latin1'), completed(ACCENTS), 'latin-1'),
  file(
    'Windows-1252 as declared',
    bytesOf([['1,', [0x80], ' 5 ', [0x93], 'x', [0x94], ',1']]),
    completed(['1,€ 5 “x”,1']),
    'windows-1252',
  ),
  file(
    'Latin-1 that is not declared',
    Buffer.from(csvOf(ACCENTS), 'latin1'),
    completed(['3,plain,3'], [`2 ${notUtf8(5)}`, `3 ${notUtf8(3)}`]),
  ),
  file(
    'rows of different encodings',
    bytesOf(['1,Zoë,1', ['2,Zo', [0xeb], ',2'], '3,😀,3']),
    completed(['1,Zoë,1', '3,😀,3'], [`3 ${notUtf8(5)}`]),
  ),
];
