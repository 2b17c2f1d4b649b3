import { createHash } from 'node:crypto';
import { LETTERS, SHORT, TEXT, textsOf } from './argument-texts.ts';
import { count, INTEGER } from './hostile-arguments.ts';
import { of, ofNulls, type SecondFamily, type SecondImplementation, type Value } from './second-implementation.ts';

const characters = (text: string): readonly string[] => [...text];
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The case of each character on its own: a character never becomes several. */
function cased(text: string, other: (character: string) => string, special: Readonly<Record<string, string>>): string {
  return characters(text)
    .map((character) => {
      const result = special[character] ?? other(character);
      return characters(result).length === 1 ? result : character;
    })
    .join('');
}

const upper = (text: string): string => cased(text, (character) => character.toUpperCase(), { ß: 'ẞ' });
const lower = (text: string): string => cased(text, (character) => character.toLowerCase(), { İ: 'i' });

function title(text: string): string {
  return lower(text)
    .split(' ')
    .map((word) => {
      const [first = '', ...rest] = characters(word);
      return upper(first) + rest.join('');
    })
    .join(' ');
}

function substr(text: string, start: bigint, length: bigint): string {
  const all = characters(text);
  const first = start > 0n ? start - 1n : start === 0n ? -1n : BigInt(all.length) + start;
  const end = first + (length < 0n ? 0n : length);
  const clip = (at: bigint): number => Number(at < 0n ? 0n : at > BigInt(all.length) ? BigInt(all.length) : at);
  return all.slice(clip(first), clip(end)).join('');
}

function left(text: string, length: bigint): string {
  const all = characters(text);
  return all.slice(0, Number(length)).join('');
}

function right(text: string, length: bigint): string {
  const all = characters(text);
  if (length < 0n) return all.slice(Number(-length)).join('');
  return all.slice(Math.max(0, all.length - Number(length))).join('');
}

function split(text: string, separator: string): readonly string[] {
  if (separator !== '') return text.split(separator);
  return text === '' ? [''] : characters(text);
}

function part(text: string, separator: string, number: bigint): string {
  const parts = split(text, separator);
  const at = number < 0n ? BigInt(parts.length) + number : number - 1n;
  return (at < 0n || at >= BigInt(parts.length) ? undefined : parts[Number(at)]) ?? '';
}

function filler(text: string, length: bigint, fill: string): string {
  const missing = Math.max(0, Number(length) - characters(text).length);
  const pieces = characters(fill === '' ? ' ' : fill);
  return Array.from({ length: missing }, (_, at) => pieces[at % pieces.length]).join('');
}

function padded(text: string, length: bigint, fill: string, isLeft: boolean): string {
  const cut = characters(text)
    .slice(0, Math.max(0, Number(length)))
    .join('');
  const added = filler(text, length, fill);
  return isLeft ? added + cut : cut + added;
}

/** Clusters of characters stay together; in ASCII there are none. */
function backwards(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return characters(text).toReversed().join('');
  return [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('');
}

const hash = (name: string) => (text: string) => createHash(name).update(text).digest('hex');
const given = (values: readonly Value[]): readonly string[] => values.filter((value) => value !== null).map(String);
const ofText = (name: string, gives: (text: string) => Value): readonly SecondImplementation[] => [
  of(`${name}(a)`, [TEXT], gives),
];
const ofTexts = (name: string, gives: (text: string, other: string) => Value): readonly SecondImplementation[] => [
  of(`${name}(a, b)`, [LETTERS, SHORT], gives),
  of(`${name}(a, b)`, [TEXT, TEXT], gives),
];

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const urlEncoded = (text: string): string => encodeURIComponent(text).replaceAll(/[!'()*]/g, escaped);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes of escapes among other text; null when they are not UTF-8. Any other text stays. */
function urlDecoded(text: string): string | null {
  const pieces = text.split(/(%[0-9a-fA-F]{2})/).map((piece, at) => {
    return at % 2 === 1 ? Buffer.from([Number.parseInt(piece.slice(1), 16)]) : Buffer.from(piece);
  });
  try {
    return decoder.decode(Buffer.concat(pieces));
  } catch {
    return null;
  }
}

const ESCAPES = textsOf(
  ['%20', '%C3%A9', '%c3', '%ff', '%F0%9F%98%80', '%00', '%2', '%zz', '+', 'a', 'é', '%25', '%41'],
  5,
);

const LENGTHS = count(-4, 20);

/** The functions on texts, apart from those with regular expressions. A character is a code point. */
export const TEXT_FAMILY: SecondFamily = {
  lower: ofText('lower', lower),
  upper: ofText('upper', upper),
  title: ofText('title', title),
  trim: ofText('trim', (text) => text.replaceAll(/^\p{Zs}+|\p{Zs}+$/gu, '')),
  ltrim: ofText('ltrim', (text) => text.replace(/^\p{Zs}+/u, '')),
  rtrim: ofText('rtrim', (text) => text.replace(/\p{Zs}+$/u, '')),
  length: ofText('length', (text) => BigInt(characters(text).length)),
  substr: [
    of('substr(a, b)', [TEXT, LENGTHS], (text, start) => substr(text, start, 1_000_000n)),
    of('substr(a, b, c)', [TEXT, LENGTHS, LENGTHS], substr),
  ],
  left: [of('left(a, b)', [TEXT, LENGTHS], left)],
  right: [of('right(a, b)', [TEXT, LENGTHS], right)],
  replace: [
    of('replace(a, b, c)', [LETTERS, SHORT, SHORT], (text, search, other) =>
      search === '' ? text : text.replaceAll(search, () => other),
    ),
  ],
  split: ofTexts('split', split),
  part: [
    of('part(a, b, c)', [LETTERS, SHORT, count(-5, 8)], part),
    of('part(a, b, c)', [LETTERS, SHORT, INTEGER], part),
  ],
  concat: [
    ofNulls('concat(a, b)', [TEXT, TEXT], (...values) => given(values).join('')),
    ofNulls('concat(a, b, c)', [TEXT, INTEGER, SHORT], (...values) => given(values).join('')),
  ],
  concat_ws: [
    ofNulls('concat_ws(a, b, c, d)', [SHORT, TEXT, INTEGER, TEXT], (separator, ...values) =>
      separator === null ? null : given(values).join(separator),
    ),
  ],
  contains: ofTexts('contains', (text, search) => text.includes(search)),
  starts_with: ofTexts('starts_with', (text, start) => text.startsWith(start)),
  ends_with: ofTexts('ends_with', (text, end) => text.endsWith(end)),
  lpad: [
    of('lpad(a, b)', [TEXT, LENGTHS], (text, length) => padded(text, length, ' ', true)),
    of('lpad(a, b, c)', [TEXT, LENGTHS, SHORT], (text, length, fill) => padded(text, length, fill, true)),
  ],
  rpad: [
    of('rpad(a, b)', [TEXT, LENGTHS], (text, length) => padded(text, length, ' ', false)),
    of('rpad(a, b, c)', [TEXT, LENGTHS, SHORT], (text, length, fill) => padded(text, length, fill, false)),
  ],
  reverse: ofText('reverse', backwards),
  url_encode: ofText('url_encode', urlEncoded),
  url_decode: [of('url_decode(a)', [ESCAPES], urlDecoded), of('url_decode(a)', [TEXT], urlDecoded)],
  md5: ofText('md5', hash('md5')),
  sha256: ofText('sha256', hash('sha256')),
};
