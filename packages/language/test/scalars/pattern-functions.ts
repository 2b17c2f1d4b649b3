import { RE2JS } from 're2js';
import { LETTERS, TEXT, textsOf } from './argument-texts.ts';
import { of, type SecondFamily, type Value } from './second-implementation.ts';

/** Patterns with the number of their groups. */
const PATTERNS: readonly (readonly [string, number])[] = [
  ['[0-9]+', 0],
  ['a', 0],
  ['(a|b)+,', 1],
  ['^([^,]*),(.*)$', 2],
  ['(?i)A(b)?', 1],
  ['.', 0],
  ['a.b', 0],
  ['\\bb', 0],
  ['(\\w)(\\s)', 2],
  ['\\pL+', 0],
  ['[é語]|1a', 0],
  ['a*?b', 0],
];
const SUBJECTS = [LETTERS, TEXT, textsOf(['a', 'b', ',', '1', 'A', '\n', 'é', ' '], 8)];

const literal = (pattern: string): string => `'${pattern.replaceAll("'", "''")}'`;

/** Returns the match of a group in each match; null where it does not take part. */
function matchesOf(pattern: string, group: number): (text: string) => readonly (string | null)[] {
  const compiled = RE2JS.compile(pattern);
  return (text) => {
    const matcher = compiled.matcher(text);
    const found: (string | null)[] = [];
    while (matcher.find()) found.push(matcher.group(group));
    return found;
  };
}

const eachPattern = (
  make: (pattern: string, group: number) => readonly [call: string, gives: (text: string) => Value],
  withGroups: boolean,
) =>
  PATTERNS.flatMap(([pattern, groups], at) =>
    Array.from({ length: withGroups ? groups + 1 : 1 }, (_, group) => {
      const [call, gives] = make(pattern, group);
      return of(call, [SUBJECTS[at % SUBJECTS.length] ?? TEXT], gives);
    }),
  );

/** The replacement of RE2JS writes groups with a dollar sign. */
const replacement = (text: string): string => text.replaceAll('$', '\\$').replaceAll(/\\([0-9])/g, '$$$1');

/** The functions with regular expressions, by a second implementation of RE2. */
export const PATTERN_FAMILY: SecondFamily = {
  regex_match: eachPattern((pattern) => {
    const compiled = RE2JS.compile(pattern);
    return [`regex_match(a, ${literal(pattern)})`, (text) => compiled.matcher(text).find()];
  }, false),
  regex_extract: eachPattern((pattern, group) => {
    const matches = matchesOf(pattern, group);
    return [`regex_extract(a, ${literal(pattern)}, ${group})`, (text) => matches(text)[0] ?? null];
  }, true),
  regex_extract_all: eachPattern((pattern, group) => {
    const matches = matchesOf(pattern, group);
    return [`regex_extract_all(a, ${literal(pattern)}, ${group})`, matches];
  }, true),
  regex_replace: PATTERNS.flatMap(([pattern, groups], at) => {
    const compiled = RE2JS.compile(pattern);
    const subject = SUBJECTS[at % SUBJECTS.length] ?? TEXT;
    return ['', '<x>', ...(groups > 0 ? ['[\\1]'] : [])].map((text) =>
      of(`regex_replace(a, ${literal(pattern)}, ${literal(text)})`, [subject], (value) =>
        compiled.matcher(value).replaceAll(replacement(text)),
      ),
    );
  }),
};
