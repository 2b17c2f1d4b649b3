import { syntaxHabits, tableOf } from './syntax-habit.ts';

const where = (condition: string): string => tableOf(`select site from ads where ${condition}`);
const item = (value: string): string => tableOf(`select ${value} as v from ads`);
const REGEXP = "Write ~, such as text ~ '^a': it searches the whole text, and minds case.";
const CAST = 'Write cast(value as type). To an integer, it rounds halves away from zero.';
const SAME_OR_NULL = 'Write a == b or (a is null and b is null).';

const OVERLAPS = 'Write a < d and c < b for the spans from a to b and from c to d.';

/** Operators between values. */
export const OPERATOR_HABITS = syntaxHabits('SBS1041', {
  '@regexp': { advice: REGEXP, sql: where("site regexp '^a'"), here: where("site ~ '^a'") },
  '@rlike': { advice: REGEXP, sql: where("site rlike '^a'"), here: where("site ~ '^a'") },
  '@not regexp': {
    advice: "Write not (text ~ 'pattern').",
    sql: where("site not regexp '^a'"),
    here: where("not (site ~ '^a')"),
  },
  '@not rlike': {
    advice: "Write not (text ~ 'pattern').",
    sql: where("site not rlike '^a'"),
    here: where("not (site ~ '^a')"),
  },
  '@similar to': {
    advice: "Write ~ with a regular expression, such as text ~ '^(a|b)$'.",
    sql: where("site similar to '(a|b)'"),
    here: where("site ~ '^(a|b)$'"),
  },
  '@not similar to': {
    advice: "Write not (text ~ 'pattern').",
    sql: where("site not similar to '(a|b)'"),
    here: where("not (site ~ '^(a|b)$')"),
  },
  '@glob': {
    advice: 'Write like with % and _, or ~ with a regular expression.',
    sql: where("site glob 'a*'"),
    here: where("site like 'a%'"),
  },
  '@match <string>': {
    written: 'match',
    advice: "Write contains(text, 'part'), or ~ with a regular expression.",
    sql: where("site match 'a'"),
    here: where("contains(site, 'a')"),
  },
  '@sounds like': {
    advice: 'Write like with % and _, or ~ with a regular expression.',
    sql: where("site sounds like 'a'"),
    here: where("site like 'a%'"),
  },
  '[= @~]': { advice: 'Write ~.', write: '~', sql: where("site =~ '^a'"), here: where("site ~ '^a'") },
  '[~ @*]': {
    advice: "Start the pattern with (?i), such as text ~ '(?i)^a'.",
    sql: where("site ~* '^a'"),
    here: where("site ~ '(?i)^a'"),
  },
  '[~ &@~]': { written: '~~', advice: 'Write like.', sql: where("site ~~ 'a%'"), here: where("site like 'a%'") },
  '@not null': {
    advice: 'Write is not null.',
    write: 'is not null',
    sql: where('site not null'),
    here: where('site is not null'),
  },
  '@notnull': {
    advice: 'Write is not null.',
    write: 'is not null',
    sql: where('site notnull'),
    here: where('site is not null'),
  },
  '@isnull': { advice: 'Write is null.', write: 'is null', sql: where('site isnull'), here: where('site is null') },
  '[is @true]': {
    advice: 'Write coalesce(condition, false): null is not true.',
    fix: 'truth',
    sql: where('active is true'),
    here: where('coalesce(active, false)'),
  },
  '[is @false]': {
    advice: 'Write coalesce(not condition, false): null is not false.',
    fix: 'truth',
    sql: where('active is false'),
    here: where('coalesce(not active, false)'),
  },
  '[is not @true]': {
    advice: 'Write not coalesce(condition, false): null is not true.',
    fix: 'truth',
    sql: where('active is not true'),
    here: where('(not coalesce(active, false))'),
  },
  '[is not @false]': {
    advice: 'Write coalesce(condition, true): null is not false.',
    fix: 'truth',
    sql: where('active is not false'),
    here: where('coalesce(active, true)'),
  },
  '[is @none]': {
    advice: 'Write is null.',
    write: 'is null',
    sql: where('site is none'),
    here: where('site is null'),
  },
  '[is @unknown]': {
    advice: 'Write is null.',
    write: 'is null',
    sql: where('active is unknown'),
    here: where('active is null'),
  },
  '[is @distinct from]': {
    advice: `For the opposite, write a == b or (a is null and b is null); put not before its brackets.`,
    sql: where('site is distinct from kind'),
    here: where('not (site == kind or (site is null and kind is null))'),
  },
  '[is not @distinct from]': {
    advice: SAME_OR_NULL,
    sql: where('site is not distinct from kind'),
    here: where('site == kind or (site is null and kind is null)'),
  },
  '[is] @<string>': {
    written: 'is with a value',
    advice: 'Write ==. Where null counts as a value: (a is not null and a == b).',
    sql: where("site is 'a'"),
    here: where("site == 'a'"),
  },
  '[is] @<number>': {
    written: 'is with a value',
    advice: 'Write ==. Where null counts as a value: (a is not null and a == b).',
    sql: where('clicks is 1'),
    here: where('clicks == 1'),
  },
  '[is not] @<string>': {
    written: 'is not with a value',
    advice: 'Write !=. Where null counts as a value: (a is null or a != b).',
    sql: where("site is not 'a'"),
    here: where("site != 'a'"),
  },
  '[is not] @<number>': {
    written: 'is not with a value',
    advice: 'Write !=. Where null counts as a value: (a is null or a != b).',
    sql: where('clicks is not 1'),
    here: where('clicks != 1'),
  },
  '[<= @>]': {
    written: '<=>',
    advice: SAME_OR_NULL,
    sql: where('site <=> kind'),
    here: where('site == kind or (site is null and kind is null)'),
  },
  '[== @=]': {
    written: '===',
    advice: 'Write ==.',
    write: '==',
    sql: where("site === 'a'"),
    here: where("site == 'a'"),
  },
  '[!= @=]': {
    written: '!==',
    advice: 'Write !=.',
    write: '!=',
    sql: where("site !== 'a'"),
    here: where("site != 'a'"),
  },
  '[= @>]': {
    written: '=>',
    advice: 'Write >= for at least; arguments have no names.',
    sql: where('clicks => 5'),
    here: where('clicks >= 5'),
  },
  '[= @<]': { written: '=<', advice: 'Write <=.', write: '<=', sql: where('clicks =< 5'), here: where('clicks <= 5') },
  '[* @*]': { written: '**', advice: 'Write power(a, b).', sql: item('ratio ** 2'), here: item('power(ratio, 2)') },
  '[@mod] <number>': { advice: 'Write %.', write: '%', sql: item('clicks mod 2'), here: item('clicks % 2') },
  '[@mod] <name>': { advice: 'Write %.', write: '%', sql: item('clicks mod m_one'), here: item('clicks % m_one') },
  '@div': { advice: 'Write floor(a / b).', sql: item('clicks div 2'), here: item('floor(clicks / 2)') },
  '@xor': {
    advice: 'Write != between two conditions in brackets.',
    sql: where('active xor clicks > 1'),
    here: where('active != (clicks > 1)'),
  },
  '[@: &:]': {
    written: '::',
    advice: CAST,
    fix: 'cast',
    sql: item('clicks::float'),
    here: item('cast(clicks as float)'),
  },
  '[: &@:]': {
    written: '::',
    advice: CAST,
    fix: 'cast',
    sql: item('active ? clicks::float : ratio'),
    here: item('active ? cast(clicks as float) : ratio'),
  },
  '[- @> > <string>]': {
    written: '->>',
    advice: "Write string(value['name']).",
    sql: item("extra ->> 'a'"),
    here: item("string(extra['a'])"),
  },
  '[- @> <string>]': {
    written: '->',
    advice: "Write value['name'].",
    write: '[$1]',
    sql: item("extra -> 'a'"),
    here: item("extra ['a']"),
  },
  '[- @> <number>]': {
    written: '->',
    advice: 'Write value[0].',
    write: '[$1]',
    sql: item('extra -> 0'),
    here: item('extra [0]'),
  },
  ', <name> [- @>] <any>': {
    written: 'A lambda',
    advice:
      'Make rows of the list with explode(list), calculate with them, and collect them again with array_agg(value).',
    sql: item('list_transform(tags, x -> upper(x))'),
    here: item('list_reverse(tags)'),
  },
  '[- @>]': { written: '->', advice: "Write value['name'].", sql: item('extra -> site'), here: item("extra['a']") },
  '@at time zone': {
    advice: "Write to_timezone(value, 'Europe/Paris'): all datetimes are UTC.",
    sql: item("at at time zone 'Europe/Paris'"),
    here: item("to_timezone(at, 'Europe/Paris')"),
  },
  'any(…) @(': {
    written: 'any with several patterns',
    advice: 'Write one comparison for each pattern, joined by or.',
    sql: where("site ilike any('a') ('b')"),
    here: where("site ilike 'a' or site ilike 'b'"),
  },
  '@, …) overlaps': {
    written: 'overlaps',
    advice: OVERLAPS,
    sql: where("(day, at) overlaps (date('2026-01-01'), date('2026-02-01'))"),
    here: where("day < date('2026-02-01') and date('2026-01-01') < at"),
  },
  '@overlaps': {
    advice: OVERLAPS,
    sql: where('day overlaps at'),
    here: where('day < at'),
  },
  '@if <any>': {
    written: 'if behind a value',
    advice: 'Write condition ? value : otherwise.',
    sql: item("'a' if clicks > 1 else 'b'"),
    here: item("clicks > 1 ? 'a' : 'b'"),
  },
  '@collate': {
    advice: 'Compare lower(a) with lower(b) to ignore case.',
    sql: where("site collate nocase == 'a'"),
    here: where("lower(site) == 'a'"),
  },
  '[between symmetric] @<any>': {
    advice: 'Write between least(a, b) and greatest(a, b).',
    sql: where('clicks between symmetric 5 and 1'),
    here: where('clicks between least(5, 1) and greatest(5, 1)'),
  },
});
