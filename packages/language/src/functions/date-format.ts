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

const MAX_CACHED = 1000;
const known = new Map<string, DateFormat>();

/** Reads a format such as `YYYY-MM-ddTHH:mm:ss`. Letters that are no token are a mistake, all but the T of ISO times. */
export function readDateFormat(format: string): DateFormat {
  const before = known.get(format);
  if (before) return before;
  const read = tokenize(format);
  // A handful of formats serves a whole account; a flood of others must not fill the memory.
  if (known.size >= MAX_CACHED) known.clear();
  known.set(format, read);
  return read;
}

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
