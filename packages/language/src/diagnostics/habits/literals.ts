import { syntaxHabits, tableOf } from './syntax-habit.ts';

const item = (value: string): string => tableOf(`select ${value} as v from ads`);
const MARK = 'Write a backslash before a quotation mark in a string.';

/** Marks of strings, and types of several words. */
export const LITERAL_HABITS = syntaxHabits('SBS1042', {
  '<string> &@<string>': {
    written: 'A doubled quotation mark',
    advice: MARK,
    fix: 'doubled-quote',
    sql: item("'it''s'"),
    here: item("'it\\'s'"),
  },
  'e &@<string>': {
    written: 'A letter before a string',
    advice: 'Remove it: \\n and \\t are known in every string.',
    write: '$1',
    sql: item("e'a\\tb'"),
    here: item("'a\\tb'"),
  },
  'n &@<string>': {
    written: 'A letter before a string',
    advice: 'Remove it: every string is Unicode.',
    write: '$1',
    sql: item("N'abc'"),
    here: item("'abc'"),
  },
  'r &@<string>': {
    written: 'A letter before a string',
    advice: 'Remove it: an unknown escape keeps its backslash.',
    write: '$1',
    sql: item("regex_match(site, r'\\.com')"),
    here: item("regex_match(site, '\\.com')"),
  },
  '[double @precision': {
    written: 'double precision',
    advice: 'Write float.',
    write: 'float',
    sql: item('cast(site as double precision)'),
    here: item('cast(site as float)'),
  },
  '[timestamp @with time zone': {
    written: 'timestamp with time zone',
    advice: 'Write datetime: all datetimes are UTC.',
    write: 'datetime',
    sql: item('cast(site as timestamp with time zone)'),
    here: item('cast(site as datetime)'),
  },
  '[timestamp @without time zone': {
    written: 'timestamp without time zone',
    advice: 'Write datetime: all datetimes are UTC.',
    write: 'datetime',
    sql: item('cast(site as timestamp without time zone)'),
    here: item('cast(site as datetime)'),
  },
  '[character @varying': {
    written: 'character varying',
    advice: 'Write string.',
    write: 'string',
    sql: item('cast(clicks as character varying)'),
    here: item('cast(clicks as string)'),
  },
  'array @< <name> >': {
    written: 'array<…>',
    advice: 'Write [string] for a list of strings.',
    sql: item('cast(extra as array<string>)'),
    here: item('cast(extra as [string])'),
  },
  'int @unsigned': {
    written: 'unsigned',
    advice: 'Write integer.',
    write: 'integer',
    sql: item('cast(site as int unsigned)'),
    here: item('cast(site as integer)'),
  },
});
