import type { Fix } from '../../diagnostics/diagnostics.ts';

/** Characters of other languages, with what to write instead. */
const HABITS: Readonly<Record<string, string>> = {
  '&': 'Write and between two conditions.',
  '&&': 'Write and between two conditions.',
  '|>': 'Pipe syntax is not supported. Write select … from … where … order by … in this order.',
  '!~': "Write not (text ~ 'pattern').",
  '!~*': "Write not (text ~ '(?i)pattern').",
  '!~~': 'Write not like.',
  '!~~*': 'Write not ilike.',
  $$: "Write a string between quotation marks, with a backslash before those inside it: 'it\\'s'.",
  '|': 'Write or between conditions, || to concatenate strings.',
  '!': 'Write not before a condition, or != between two values.',
  '`': 'Write a quoted name in double quotes.',
  '^': 'Write power(a, b).',
  $1: 'Columns have names: write them. A value of several queries is a constant: let name is value;',
  '#>': "Write json_extract(value, '$.a.b').",
  '#>>': "Write string(json_extract(value, '$.a.b')).",
  '@>': 'Write list_contains(list, value) for each value, joined by and.',
  '@': 'Columns, tables and constants are named without it.',
  $: 'A value of several queries is a constant: let name is value; write its name.',
};

/** Quotation marks of text processors and SQL dialects: what closes each, and what to write. */
const MARKS: Readonly<Record<string, readonly [closing: string, mark: '"' | "'"]>> = {
  '“': ['”“"', '"'],
  '”': ['”"', '"'],
  '„': ['“”"', '"'],
  '«': ['»', '"'],
  '»': ['«', '"'],
  '‘': ["’‘'", "'"],
  '’': ["’'", "'"],
  '‚': ["‘’'", "'"],
};

/** A string or name between quotation marks of another language; null when it does not end on its line. */
export function foreignString(text: string, start: number): { end: number; mark: '"' | "'"; fix?: Fix } | null {
  const [closing, mark] = MARKS[text.charAt(start)] ?? [];
  if (closing === undefined || mark === undefined) return null;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char < ' ') return null;
    if (!closing.includes(char)) continue;
    if (at === start + 1) return null;
    const edits = [
      { start, end: start + 1, text: mark },
      { start: at, end: at + 1, text: mark },
    ];
    const inner = text.slice(start + 1, at);
    const plain = !inner.includes(mark) && !inner.includes('\\');
    return { end: at + 1, mark, ...(plain ? { fix: { title: `Write ${mark}`, edits } } : {}) };
  }
  return null;
}

/** Brackets that a string of Oracle begins and ends with. Any other character ends the string, too. */
const ORACLE_BRACKETS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

/**
 * A string of Oracle, such as `q'[it's]'`, whose text stands between two marks of its own.
 * @param start place of the quotation mark behind the `q`
 * @returns the end and the text of the string; null when it does not end
 */
export function oracleString(text: string, start: number): { readonly end: number; readonly value: string } | null {
  const opening = text.charAt(start + 1);
  if (opening <= ' ' || opening === "'") return null;
  const from = start + 2;
  const to = text.indexOf(`${ORACLE_BRACKETS[opening] ?? opening}'`, from);
  return to < 0 ? null : { end: to + 2, value: text.slice(from, to).replaceAll('\r\n', '\n') };
}

/** Operators of other languages whose signs start no token. */
const OPERATORS = /^(?:&&|#>>|#>|\|>|!~~\*|!~~|!~\*|!~|@>|\$\$)/;

/** An operator of PostgreSQL before its path, such as `#>> '{a,b}'`; any other # starts a comment. */
const JSON_OPERATOR = /#>>?[ \t]*'\{/y;

export function isJsonOperator(text: string, start: number): boolean {
  JSON_OPERATOR.lastIndex = start;
  return JSON_OPERATOR.test(text);
}

type Foreign = { readonly end: number; readonly char: string; readonly advice: string; readonly fix?: Fix };

/** A name between backticks, without the project and dataset before it; null when none ends on this line. */
export function backtickName(text: string, start: number): { readonly end: number; readonly name: string } | null {
  const [whole, inner = ''] = /^`([^`\n\r]+)`/.exec(text.slice(start, start + 300)) ?? [];
  if (whole === undefined) return null;
  return { end: start + whole.length, name: inner.split('.').at(-1) ?? inner };
}

/** A character that starts no token. */
export function foreignCharacter(text: string, start: number): Foreign {
  const code = text.codePointAt(start) ?? 0;
  const single = String.fromCodePoint(code);
  const char = (OPERATORS.exec(text.slice(start, start + 4))?.[0] ?? single) || single;
  const numbered = /^\$\d+/.exec(text.slice(start, start + 4))?.[0];
  const dollars = char === '$$' ? text.indexOf('$$', start + 2) : -1;
  const end =
    dollars > 0 && !text.slice(start, dollars).includes('\n') ? dollars + 2 : start + (numbered ?? char).length;
  const advice = HABITS[numbered === undefined ? char : '$1'] ?? 'Remove it, or put it into a string.';
  const shown = code < 32 ? `U+${code.toString(16).padStart(4, '0').toUpperCase()}` : (numbered ?? char);
  const word = char === '&&' ? 'and' : char === '!' && /[\w(]/.test(text.charAt(end)) ? 'not' : null;
  if (word === null) return { end, char: shown, advice };
  const [before, behind] = [/\S/.test(text.charAt(start - 1)) && word === 'and', /\S/.test(text.charAt(end))];
  const edits = [{ start, end, text: `${before ? ' ' : ''}${word}${behind ? ' ' : ''}` }];
  return { end, char: shown, advice, fix: { title: `Write ${word}`, edits } };
}
