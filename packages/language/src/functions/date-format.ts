/** Tokens of date and datetime formats, longest first, with DuckDB's strftime and strptime specifiers. */
const TOKENS: readonly (readonly [string, string])[] = [
  ['YYYY', '%Y'],
  ['MMMM', '%B'],
  ['MMM', '%b'],
  ['SSS', '%g'],
  ['zzz', '%Z'],
  ['YY', '%y'],
  ['MM', '%m'],
  ['dd', '%d'],
  ['HH', '%H'],
  ['hh', '%I'],
  ['mm', '%M'],
  ['ss', '%S'],
  ['M', '%-m'],
  ['d', '%-d'],
  ['H', '%-H'],
  ['h', '%-I'],
  ['a', '%p'],
  ['Z', '%z'],
];

export type DateFormat = {
  readonly strftime: string;
  readonly tokens: readonly string[];
  readonly mistake: string | null;
};

const MOST_KNOWN = 1000;
const known = new Map<string, DateFormat>();

/** Reads a format such as `YYYY-MM-ddTHH:mm:ss`. Letters that are no token are a mistake, all but the T of ISO times. */
export function readDateFormat(format: string): DateFormat {
  const before = known.get(format);
  if (before) return before;
  const read = tokenize(format);
  // A handful of formats serves a whole account; a flood of others must not fill the memory.
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(format, read);
  return read;
}

function tokenize(format: string): DateFormat {
  let strftime = '';
  const tokens: string[] = [];
  let mistake: string | null = null;
  for (let at = 0; at < format.length; ) {
    const token = TOKENS.find(([name]) => format.startsWith(name, at));
    const char = format.charAt(at);
    if (token) {
      strftime += token[1];
      tokens.push(token[0]);
      at += token[0].length;
    } else {
      if (/[A-Za-z]/.test(char) && char !== 'T' && mistake === null)
        mistake = /^[A-Za-z]+/.exec(format.slice(at))?.[0] ?? char;
      strftime += char === '%' ? '%%' : char;
      at += 1;
    }
  }
  return { strftime, tokens, mistake };
}

/** The same format in the tokens meant here, such as `YYYY-MM-dd` for `yyyy-MM-DD`; null when that makes none either. */
export function mendedFormat(format: string): string | null {
  const letters = format.replaceAll('D', 'd').replaceAll('y', 'Y');
  // Minutes without hours are months.
  const mended = /[Hh]/.test(letters) ? letters : letters.replaceAll('m', 'M');
  const { mistake, tokens } = readDateFormat(mended);
  return mended !== format && mistake === null && tokens.length > 0 ? mended : null;
}
