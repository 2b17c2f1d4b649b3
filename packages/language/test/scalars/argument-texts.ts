import type { Random } from '../fuzz/random.ts';
import { decimal, FLOAT, INTEGER } from './hostile-arguments.ts';
import { type Argument, decimalText } from './second-implementation.ts';

const TEXTS = [
  ...[
    '',
    ' ',
    '  ',
    'a',
    'Site A',
    "it's",
    '"',
    '%_',
    '%',
    '\\',
    '\\1',
    'null',
    'true',
    '0',
    '-0',
    'NaN',
    'a,b,,c',
    '/a/b/',
  ],
  ...[
    'ß',
    'é',
    'e\u0301',
    'e\u0301\u0327',
    'İi',
    'ıI',
    'ǆ',
    'ﬁ',
    'ΑΣ σς',
    'ŉ',
    '😀😀b',
    '👩\u200d👩\u200d👧',
    '🇩🇪🇫🇷',
    '👍🏽',
  ],
  ...[
    '日本語テキスト',
    'עברית',
    'العربية',
    'ไทย',
    '한국어',
    '\u1112\u1161\u11ab',
    '\ud800',
    'x\udc00',
    '\u0000',
    'a\u0000b',
  ],
  ...[
    'a\ufeff',
    '\u200b',
    '\u00a0a\u3000',
    '\ta\n',
    '\r\n',
    '\u2028',
    '\u0085',
    '\u001f',
    '\ufffd',
    '\uffff',
    '\u{10ffff}',
  ],
  ...[
    'x'.repeat(300),
    'é'.repeat(1200),
    'a b '.repeat(500),
    '1'.repeat(400),
    '-9223372036854775808',
    '1e400',
    '0001-01-01',
  ],
];
const PIECES = [
  ...[
    ' ',
    ',',
    '-',
    '/',
    '.',
    '%',
    "'",
    '"',
    '\\',
    '\n',
    'a',
    'A',
    'b',
    'z',
    '0',
    '7',
    'é',
    'É',
    'ß',
    'ſ',
    'Ω',
    'я',
    'Ж',
    'ñ',
  ],
  ...['\u0301', '\u0327', '\u200d', '😀', '🇫', '語', 'ก', 'א', 'ع', '\u00a0', '\t', '\ud83d'],
];

const joined = (random: Random, pieces: readonly string[], max: number): string =>
  Array.from({ length: random.whole(max + 1) }, () => random.pick(pieces)).join('');

/** Makes a text storable in the database: replaces half surrogate pairs, as file readers do. */
const wellFormed = (text: string): string => text.toWellFormed();

const JSON_TEXTS = [
  ...[
    '{}',
    '[]',
    '""',
    '0',
    '-0',
    '1',
    '12.5',
    '1e5',
    'true',
    'false',
    '"a"',
    '"2026-01-31"',
    '"12"',
    '[1,2,3]',
    '{"a":1}',
  ],
  ...[
    '{"a":{"b":[1,{"c":"x"}]}}',
    '{"a":null}',
    '{"a":[]}',
    '[null,1]',
    '{"":1}',
    '{"a b":[[],{}]}',
    '{"é":"😀"}',
    '"\\u0000"',
  ],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '123456789012345678901234567890',
    '7'.repeat(400),
    '-1e999',
    '1.7976931348623157e308',
    '"\\"\\\\/"',
  ],
];

export const TEXT: Argument<string> = {
  type: 'string',
  make: (random) => wellFormed(random.chance(0.4) ? random.pick(TEXTS) : joined(random, PIECES, 12)),
};
/** Texts of few characters, so that one is often part of another. */
export const SHORT: Argument<string> = {
  type: 'string',
  make: (random) => joined(random, random.chance(0.9) ? ['a', 'b', ',', ' '] : ['é', 'e\u0301', '語', '😀', 'a'], 3),
};
export const LETTERS: Argument<string> = {
  type: 'string',
  make: (random) => joined(random, ['a', 'b', ',', ' ', 'A', 'é', '1'], 14),
};
/** Texts of a list; others than the pieces are rare. */
export function textsOf(pieces: readonly string[], max: number): Argument<string> {
  return { type: 'string', make: (random) => (random.chance(0.03) ? TEXT.make(random) : joined(random, pieces, max)) };
}
/** JSON as the product stores it: never the JSON null. */
export const JSON_VALUE: Argument<string> = {
  type: 'json',
  make: (random) =>
    random.chance(0.5)
      ? random.pick(JSON_TEXTS)
      : `{"a":${random.pick(JSON_TEXTS)},"b":[${random.pick(JSON_TEXTS)},${random.pick(JSON_TEXTS)}]}`,
};

/** JSON whose numbers have one form only. */
export const PLAIN_JSON: Argument<string> = {
  type: 'json',
  make: (random) => JSON_VALUE.make(random).replaceAll('1e5', '12.5').replaceAll('-0', '0').replaceAll('e308', ''),
};

/** Texts of which many are numbers. */
export const NUMERAL: Argument<string> = {
  type: 'string',
  make: (random) => {
    if (random.chance(0.1)) return TEXT.make(random);
    const number = random.chance(0.4)
      ? String(INTEGER.make(random))
      : random.chance(0.5)
        ? String(FLOAT.make(random))
        : decimalText(decimal(20, 4).make(random), 4);
    const around = random.chance(0.2)
      ? random.pick([' ', '\t', '\n', '\u00a0', '+', '-', '0', '.', '1', 'e', '_', 'x'])
      : '';
    if (random.chance(0.2)) return joined(random, ['1', '0', '9', '.', 'e', '+', '-', ' '], 7);
    return random.chance(0.5) ? `${around}${number}` : `${number}${around}`;
  },
};

/** Texts of which many are dates, datetimes or times. */
export const MOMENT_TEXT: Argument<string> = {
  type: 'string',
  make: (random) => {
    if (random.chance(0.1)) return TEXT.make(random);
    const two = (below: number): string => String(random.whole(below)).padStart(random.chance(0.9) ? 2 : 1, '0');
    const year = String(random.pick([0, 1, 99, 1900, 1970, 2024, 2026, 9999, 10000, random.whole(9999)])).padStart(
      4,
      '0',
    );
    const mark = random.pick(['-', '-', '-', '/', '', '.']);
    const date = [year, two(14), two(33)].join(mark);
    const fraction = random.chance(0.3) ? `.${'123456789'.slice(0, random.whole(10))}` : '';
    const clock = `${two(25)}:${two(61)}${random.chance(0.8) ? `:${two(61)}${fraction}` : ''}`;
    const zone = random.chance(0.4)
      ? random.pick(['Z', 'z', ' UTC', '+01:00', '-0800', '+05', '+15:59', '-16:00', ' +01:00', '+1:00', 'PST', ' Z '])
      : '';
    const text = random.pick([
      date,
      clock,
      `${date} ${clock}${zone}`,
      `${date}T${clock}${zone}`,
      `${date}t${clock}${zone}`,
    ]);
    return random.chance(0.1)
      ? `${random.pick([' ', '\t', '\u00a0', 'x', '-'])}${text}${random.pick([' ', '', '0'])}`
      : text;
  },
};

/** Texts of which many are booleans. */
export const TRUTH: Argument<string> = {
  type: 'string',
  make: (random) => {
    if (random.chance(0.1)) return TEXT.make(random);
    const words = [
      'true',
      'TRUE',
      't',
      'yes',
      'Yes',
      'y',
      'on',
      '1',
      'false',
      'f',
      'no',
      'N',
      'off',
      '0',
      '2',
      'ja',
      '01',
      '1.0',
    ];
    return `${random.pick(['', '', '', ' ', '\u00a0'])}${random.pick(words)}${random.pick(['', '', '', ' ', '\n', 'x'])}`;
  },
};

/** Texts of which many are JSON. */
export const JSON_TEXT: Argument<string> = {
  type: 'string',
  make: (random) => {
    if (random.chance(0.1)) return TEXT.make(random);
    const text = JSON_VALUE.make(random);
    if (random.chance(0.6)) return `${random.pick(['', ' ', '\n'])}${text}${random.pick(['', ' ', '\t'])}`;
    const at = random.whole(text.length + 1);
    const inserted = random.pick([
      '',
      ',',
      '}',
      ']',
      '"',
      '\\',
      '{',
      ' ',
      '0',
      '-',
      'e',
      '\u00a0',
      '\u0001',
      'null',
      'NaN',
      "'",
    ]);
    return wellFormed(text.slice(0, at) + inserted + text.slice(at + random.whole(3)));
  },
};
