import { remember } from './remember.ts';

/** Tokens of date and datetime formats, longest first. */
const TOKENS = [
  ...['YYYY', 'MMMM', 'MMM', 'SSS', 'zzz', 'YY', 'MM', 'dd', 'HH', 'hh', 'mm', 'ss'],
  ...['M', 'd', 'H', 'h', 'a', 'Z'],
];

export type DateFormat = {
  /** Its tokens and the text between them. */
  readonly parts: readonly { readonly text: string; readonly token: boolean }[];
  readonly tokens: readonly string[];
  readonly mistake: string | null;
};

/** Reads a format such as `YYYY-MM-ddTHH:mm:ss`. Letters outside its tokens are a mistake, except the T of ISO times. */
export const readDateFormat = remember(1000, tokenize);

function tokenize(format: string): DateFormat {
  const parts: { text: string; token: boolean }[] = [];
  const tokens: string[] = [];
  let mistake: string | null = null;
  for (let at = 0; at < format.length; ) {
    const token = TOKENS.find((name) => format.startsWith(name, at));
    const char = format.charAt(at);
    if (token !== undefined) {
      parts.push({ text: token, token: true });
      tokens.push(token);
      at += token.length;
    } else {
      if (/[A-Za-z]/.test(char) && char !== 'T' && mistake === null)
        mistake = /^[A-Za-z]+/.exec(format.slice(at))?.[0] ?? char;
      parts.push({ text: char, token: false });
      at += 1;
    }
  }
  return { parts, tokens, mistake };
}

/** The same format in the tokens meant here, such as `YYYY-MM-dd` for `yyyy-MM-DD`; null when that makes none either. */
export function fixedFormat(format: string): string | null {
  const letters = format.replaceAll('D', 'd').replaceAll('y', 'Y');
  // Minutes without hours are months.
  const fixed = /[Hh]/.test(letters) ? letters : letters.replaceAll('m', 'M');
  const { mistake, tokens } = readDateFormat(fixed);
  return fixed !== format && mistake === null && tokens.length > 0 ? fixed : null;
}

/**
 * Describes why a format does not identify a day; null when it does. `format_date` takes any format.
 */
export const formatGap = remember(1000, findGap);

function findGap(format: string): string | null {
  const { tokens } = readDateFormat(format);
  const has = (...names: readonly string[]): boolean => names.some((name) => tokens.includes(name));
  if (!has('YYYY', 'YY')) return 'has no year, so that it gives no date';
  if (has('d', 'dd') && !has('M', 'MM', 'MMM', 'MMMM')) return 'has a day without a month';
  if (has('h', 'hh') !== has('a')) return has('a') ? 'has a without hh' : 'has hh without a';
  return has('mm') && !has('H', 'HH', 'h', 'hh') ? 'has minutes without hours' : null;
}
