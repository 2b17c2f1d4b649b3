import { type FunctionSpec, plain, sqlOf } from './function-spec.ts';

const scalar = 'scalar';

/** Functions on texts. */
export const TEXT_FUNCTIONS: readonly FunctionSpec[] = [
  { name: 'lower', kind: scalar, signature: '(text: string): string', doc: 'The text in lower case.', example: "lower('Site A')", duckdb: plain('lower') },
  { name: 'upper', kind: scalar, signature: '(text: string): string', doc: 'The text in upper case.', example: "upper('Site A')", duckdb: plain('upper') },
  { name: 'title', kind: scalar, signature: '(text: string): string', doc: 'The text with each word capitalised.', example: "title('new york')",
    duckdb: (args) => `array_to_string(list_transform(string_split(lower(${sqlOf(args, 0)}), ' '), lambda w: concat(upper(left(w, 1)), substr(w, 2))), ' ')` },
  { name: 'trim', kind: scalar, signature: '(text: string): string', doc: 'The text without spaces at both ends.', example: "trim('  a ')", duckdb: plain('trim') },
  { name: 'ltrim', kind: scalar, signature: '(text: string): string', doc: 'The text without spaces at its start.', example: "ltrim('  a ')", duckdb: plain('ltrim') },
  { name: 'rtrim', kind: scalar, signature: '(text: string): string', doc: 'The text without spaces at its end.', example: "rtrim('  a ')", duckdb: plain('rtrim') },
  { name: 'length', kind: scalar, signature: '(text: string): integer', doc: 'How many characters the text has.', example: "length('abc')", duckdb: plain('length') },
  { name: 'substr', kind: scalar, signature: '(text: string, start: integer, length?: integer): string', doc: 'The part of the text from a position, the first being 1.', example: "substr('abcdef', 2, 3)", duckdb: plain('substr') },
  { name: 'left', kind: scalar, signature: '(text: string, length: integer): string', doc: 'The first characters of the text.', example: "left('abcdef', 2)", duckdb: plain('"left"') },
  { name: 'right', kind: scalar, signature: '(text: string, length: integer): string', doc: 'The last characters of the text.', example: "right('abcdef', 2)", duckdb: plain('"right"') },
  { name: 'replace', kind: scalar, signature: '(text: string, search: string, replacement: string): string', doc: 'The text with every occurrence of another text replaced.', example: "replace('a-b', '-', ' ')", duckdb: plain('replace') },
  { name: 'split', kind: scalar, signature: '(text: string, separator: string): [string]', doc: 'The parts of the text between separators, as a list.', example: "split('a,b', ',')", duckdb: plain('string_split') },
  { name: 'part', kind: scalar, signature: '(text: string, separator: string, number: integer): string', doc: 'One part of the text between separators, the first being 1.', example: "part('a/b/c', '/', 2)", duckdb: plain('split_part') },
  { name: 'concat', kind: scalar, signature: '(...values: scalar): string', doc: 'All values joined into one text; nulls count as empty.', example: "concat('a', 1, null)", nullable: false, duckdb: plain('concat') },
  { name: 'contains', kind: scalar, signature: '(text: string, search: string): boolean', doc: 'Whether the text holds another.', example: "contains('abc', 'b')", duckdb: plain('contains') },
  { name: 'starts_with', kind: scalar, signature: '(text: string, start: string): boolean', doc: 'Whether the text starts with another.', example: "starts_with('abc', 'a')", duckdb: plain('starts_with') },
  { name: 'ends_with', kind: scalar, signature: '(text: string, end: string): boolean', doc: 'Whether the text ends with another.', example: "ends_with('abc', 'c')", duckdb: plain('ends_with') },
  { name: 'lpad', kind: scalar, signature: '(text: string, length: integer, fill?: string): string', doc: 'The text filled up on the left to a length, with spaces if nothing else is given.', example: "lpad('7', 3, '0')",
    duckdb: (args) => `lpad(${sqlOf(args, 0)}, CAST(${sqlOf(args, 1)} AS INTEGER), ${args[2]?.sql ?? "' '"})` },
  { name: 'rpad', kind: scalar, signature: '(text: string, length: integer, fill?: string): string', doc: 'The text filled up on the right to a length, with spaces if nothing else is given.', example: "rpad('7', 3, '.')",
    duckdb: (args) => `rpad(${sqlOf(args, 0)}, CAST(${sqlOf(args, 1)} AS INTEGER), ${args[2]?.sql ?? "' '"})` },
  { name: 'reverse', kind: scalar, signature: '(text: string): string', doc: 'The text backwards.', example: "reverse('abc')", duckdb: plain('reverse') },
  { name: 'regex_match', kind: scalar, signature: '(text: string, pattern: regex): boolean', doc: 'Whether a regular expression matches a part of the text.', example: "regex_match('a1', '[0-9]')", duckdb: plain('regexp_matches') },
  { name: 'regex_extract', kind: scalar, signature: '(text: string, pattern: regex, group?: digits): string', doc: 'What a regular expression, or one of its groups, matches; null without a match.', example: "regex_extract('id=42', 'id=([0-9]+)', 1)", nullable: true,
    duckdb: (args) => `CASE WHEN regexp_matches(${sqlOf(args, 0)}, ${sqlOf(args, 1)}) THEN regexp_extract(${sqlOf(args, 0)}, ${sqlOf(args, 1)}, ${args[2]?.constant ?? '0'}) END` },
  { name: 'regex_replace', kind: scalar, signature: '(text: string, pattern: regex, replacement: string): string', doc: 'The text with every match of a regular expression replaced; \\1 stands for its first group.', example: "regex_replace('a1b2', '[0-9]', '')",
    duckdb: (args) => `regexp_replace(${sqlOf(args, 0)}, ${sqlOf(args, 1)}, ${sqlOf(args, 2)}, 'g')` },
  { name: 'url_decode', kind: scalar, signature: '(text: string): string', doc: 'The text with %XX escapes of URLs undone.', example: "url_decode('a%20b')", duckdb: plain('url_decode') },
  { name: 'url_encode', kind: scalar, signature: '(text: string): string', doc: 'The text as it may stand in a URL.', example: "url_encode('a b')", duckdb: plain('url_encode') },
  { name: 'md5', kind: scalar, signature: '(text: string): string', doc: 'The MD5 hash of the text, in hex.', example: "md5('a')", duckdb: plain('md5') },
  { name: 'sha256', kind: scalar, signature: '(text: string): string', doc: 'The SHA-256 hash of the text, in hex.', example: "sha256('a')", duckdb: plain('sha256') },
];
