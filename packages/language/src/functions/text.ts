import { functionsOf } from './function-spec.ts';

const TEXT = '(text: string): string';

/** Functions on texts. */
export const TEXT_FUNCTIONS = functionsOf('scalar', {
  lower: { signature: TEXT, doc: 'The text in lower case.', example: "lower('Site A')" },
  upper: { signature: TEXT, doc: 'The text in upper case.', example: "upper('Site A')" },
  title: { signature: TEXT, doc: 'The text with each word capitalised.', example: "title('new york')" },
  trim: { signature: TEXT, doc: 'The text without spaces at both ends.', example: "trim('  a ')" },
  ltrim: { signature: TEXT, doc: 'The text without spaces at its start.', example: "ltrim('  a ')" },
  rtrim: { signature: TEXT, doc: 'The text without spaces at its end.', example: "rtrim('  a ')" },
  length: { signature: '(text: string): integer', doc: 'How many characters the text has.', example: "length('abc')" },
  substr: {
    signature: '(text: string, start: integer, length?: integer): string',
    doc: 'The part of the text from a position, the first being 1; a negative one counts from the end. A length below 0 counts as 0.',
    example: "substr('abcdef', 2, 3)",
  },
  left: {
    signature: '(text: string, length: integer): string',
    doc: 'The first characters of the text; with a negative length, all but so many of the last.',
    example: "left('abcdef', 2)",
  },
  right: {
    signature: '(text: string, length: integer): string',
    doc: 'The last characters of the text; with a negative length, all but so many of the first.',
    example: "right('abcdef', 2)",
  },
  replace: {
    signature: '(text: string, search: string, replacement: string): string',
    doc: 'The text with every occurrence of another text replaced.',
    example: "replace('a-b', '-', ' ')",
  },
  split: {
    signature: '(text: string, separator: string): [string]',
    doc: 'The parts of the text between separators, as a list.',
    example: "split('a,b', ',')",
  },
  part: {
    signature: '(text: string, separator: string, number: integer): string',
    doc: 'One part of the text between separators, the first being 1; a negative number counts from the end. Empty when there is no such part.',
    example: "part('a/b/c', '/', 2)",
  },
  concat: {
    signature: '(value: scalar, ...others: scalar): string',
    doc: 'All values joined into one text; nulls count as empty.',
    example: "concat('a', 1, null)",
    nullable: false,
  },
  concat_ws: {
    signature: '(separator: string, value: scalar, ...others: scalar): string',
    doc: 'All values joined into one text by a separator; nulls are left out.',
    example: "concat_ws('-', 'a', null, 1)",
    nullable: true,
  },
  contains: {
    signature: '(text: string, search: string): boolean',
    doc: 'Whether the text holds another.',
    example: "contains('abc', 'b')",
  },
  starts_with: {
    signature: '(text: string, start: string): boolean',
    doc: 'Whether the text starts with another.',
    example: "starts_with('abc', 'a')",
  },
  ends_with: {
    signature: '(text: string, end: string): boolean',
    doc: 'Whether the text ends with another.',
    example: "ends_with('abc', 'c')",
  },
  lpad: {
    signature: '(text: string, length: integer, fill?: string): string',
    doc: 'The text filled up on the left to a length, with spaces if no other text is given; a longer text is cut at its end.',
    example: "lpad('7', 3, '0')",
  },
  rpad: {
    signature: '(text: string, length: integer, fill?: string): string',
    doc: 'The text filled up on the right to a length, with spaces if no other text is given; a longer text is cut at its end.',
    example: "rpad('7', 3, '.')",
  },
  reverse: { signature: TEXT, doc: 'The text backwards.', example: "reverse('abc')" },
  regex_match: {
    signature: '(text: string, pattern: regex): boolean',
    doc: 'Whether a regular expression matches a part of the text.',
    example: "regex_match('a1', '[0-9]')",
  },
  regex_extract: {
    signature: '(text: string, pattern: regex, group?: group): string',
    doc: 'What a regular expression, or one of its groups, matches; null without a match.',
    example: "regex_extract('id=42', 'id=([0-9]+)', 1)",
    nullable: true,
  },
  regex_extract_all: {
    signature: '(text: string, pattern: regex, group?: group): [string]',
    doc: 'Everything that a regular expression, or one of its groups, matches, as a list; empty without a match. A group that has no part in a match is null.',
    example: "regex_extract_all('a1b22', '[0-9]+')",
  },
  regex_replace: {
    signature: '(text: string, pattern: regex, replacement: string): string',
    doc: 'The text with every match of a regular expression replaced; \\1 is its first group.',
    example: "regex_replace('a1b2', '[0-9]', '')",
  },
  url_decode: {
    signature: TEXT,
    doc: 'The text with %XX escapes of URLs undone; null when they give no text in UTF-8.',
    example: "url_decode('a%20b')",
    nullable: true,
  },
  url_encode: { signature: TEXT, doc: 'The text with %XX escapes as in URLs.', example: "url_encode('a b')" },
  md5: { signature: TEXT, doc: 'The MD5 hash of the text, in hex.', example: "md5('a')" },
  sha256: { signature: TEXT, doc: 'The SHA-256 hash of the text, in hex.', example: "sha256('a')" },
});
