import { isUtf8 } from 'node:buffer';
import { isPlausibleText } from './plausible-text.ts';

/** An encoding that the bytes of a file show, and how sure that is, in percent. */
export type DetectedEncoding = { readonly encoding: string; readonly confidence: number };

/** An encoding is taken from so many different texts on, and with at least this confidence. */
const MIN_TEXTS = 8;
const MIN_CONFIDENCE = 60;
/** Fewer than these are broken characters of a text in UTF-8, and so are those in less than a share of its lines. */
const MIN_BROKEN_TEXTS = 3;
const MIN_BROKEN_LINES = 0.1;
/** A file of another encoding has hardly any lines that are in UTF-8 by chance. */
const MAX_UTF8_LINES = 0.05;
/** Weaker finds of the library are chance. */
const MIN_SCORE = 10;
const MAX_TEXT_BYTES = 65_536;

const SEPARATORS = /[\n\r,;\t"<>]+/;
const BEYOND_ASCII = /[\x80-\xff]/;
/** Sequences of UTF-8 for one character beyond ASCII. */
const UTF8_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

type ForeignTexts = {
  /** The different texts that are not in UTF-8, as bytes. */
  readonly texts: ReadonlySet<string>;
  /** In how many of the sample's lines they are. */
  readonly lineShare: number;
  /** How many of the lines that have more than ASCII are in UTF-8. */
  readonly utf8Share: number;
};

function foreignTexts(sample: Buffer): ForeignTexts {
  const texts = new Set<string>();
  const lines = sample.toString('latin1').split(/\r\n?|\n/);
  let foreign = 0;
  let utf8 = 0;
  for (const line of lines) {
    if (!BEYOND_ASCII.test(line)) continue;
    if (isUtf8(Buffer.from(line, 'latin1'))) {
      utf8 += 1;
      continue;
    }
    foreign += 1;
    for (const text of line.split(SEPARATORS)) if (BEYOND_ASCII.test(text)) texts.add(text);
  }
  return { texts, lineShare: foreign / lines.length, utf8Share: utf8 / (utf8 + foreign) };
}

/** Whether a text has more characters of UTF-8 than other bytes beyond ASCII. */
function isMostlyUtf8(sample: Buffer): boolean {
  const text = sample.toString('latin1');
  const characters = text.match(UTF8_CHARACTER)?.length ?? 0;
  const others = text.replace(UTF8_CHARACTER, '').match(/[\x80-\xff]/g)?.length ?? 0;
  return characters > others;
}

const decode = (encoding: string, bytes: Buffer): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The encodings that a find of the library may mean: those of Windows and the standards differ in a few rare bytes only. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  'ISO-8859-1': ['windows-1252'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'ISO-8859-7': ['windows-1253', 'iso-8859-7'],
  'ISO-8859-8': ['windows-1255', 'iso-8859-8'],
  'ISO-8859-9': ['windows-1254'],
};
const IS_OTHER = /^(?:ASCII|UTF-|ISO-2022)/;

/** The plausible readings of some texts with their scores, best first. Encodings that read the same count as one. */
async function readings(bytes: Buffer): Promise<readonly { readonly encoding: string; readonly score: number }[]> {
  // Loaded on first use: nearly every file is in UTF-8.
  const { analyse } = await import('chardet');
  const found = new Map<string, { readonly encoding: string; readonly score: number }>();
  for (const { name, confidence } of analyse(bytes)) {
    if (IS_OTHER.test(name)) continue;
    for (const encoding of MEANINGS[name] ?? [name.toLowerCase()]) {
      const text = decode(encoding, bytes);
      if (text !== null && !found.has(text) && isPlausibleText(text)) found.set(text, { encoding, score: confidence });
    }
  }
  return [...found.values()].toSorted((one, other) => other.score - one.score);
}

/**
 * Finds the encoding of a sample of text without a mark; null for UTF-8, also when a few of its characters are broken.
 * 'unknown' when the text is not in UTF-8 and no encoding is found with enough confidence.
 */
export async function detectEncoding(sample: Buffer): Promise<DetectedEncoding | 'unknown' | null> {
  if (isUtf8(sample)) return null;
  if (isMostlyUtf8(sample)) return null;
  const { texts, lineShare, utf8Share } = foreignTexts(sample);
  if (texts.size >= MIN_TEXTS && utf8Share < MAX_UTF8_LINES) {
    const bytes = Buffer.from([...texts].join('\n').slice(0, MAX_TEXT_BYTES), 'latin1');
    const [best, second] = await readings(bytes);
    const confidence = best ? Math.round((100 * best.score) / (best.score + (second?.score ?? 0))) : 0;
    if (best && best.score >= MIN_SCORE && confidence >= MIN_CONFIDENCE) return { encoding: best.encoding, confidence };
  }
  return texts.size < MIN_BROKEN_TEXTS || lineShare < MIN_BROKEN_LINES ? null : 'unknown';
}
