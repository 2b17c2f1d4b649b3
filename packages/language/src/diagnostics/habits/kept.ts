import { syntaxHabits, tableOf } from './syntax-habit.ts';

const KEYS = 'Write upsert table by key, key order by column desc.';
const PERIODS = 'Write snapshot table by key, key.';
const BEFORE = 'Declare it as a table before: table name is select … ; and write its name here.';
const NAMES = 'Keys are names of columns. Compute it as a column of a table before.';
const keep = (keys: string): string => tableOf(`upsert ads ${keys} order by day desc`);
const UPSERT = keep('by site, kind');

/** Tables that keep rows, and their keys. */
export const KEPT_HABITS = syntaxHabits('SBS1040', {
  'upsert <name> by [@(]': {
    written: 'A list of keys in brackets',
    advice: KEYS,
    fix: 'unbracket',
    sql: keep('by (site, kind)'),
    here: UPSERT,
  },
  'upsert <name> [@on] (': {
    written: 'on with keys in brackets',
    advice: KEYS,
    fix: 'unbracket',
    write: 'by',
    sql: keep('on (site, kind)'),
    here: UPSERT,
  },
  'upsert <name> [@using] (': {
    written: 'using with keys in brackets',
    advice: KEYS,
    fix: 'unbracket',
    write: 'by',
    sql: keep('using (site, kind)'),
    here: UPSERT,
  },
  'upsert <name> [@key] (': {
    written: 'key with brackets',
    advice: KEYS,
    fix: 'unbracket',
    write: 'by',
    sql: keep('key (site, kind)'),
    here: UPSERT,
  },
  'upsert <name> [@on]': { advice: KEYS, write: 'by', sql: keep('on site, kind'), here: UPSERT },
  'upsert <name> [@using]': { advice: KEYS, write: 'by', sql: keep('using site, kind'), here: UPSERT },
  'upsert <name> [@key]': { advice: KEYS, write: 'by', sql: keep('key site, kind'), here: UPSERT },
  'upsert [into] @<name>': {
    written: 'into',
    advice: KEYS,
    write: '',
    sql: tableOf('upsert into ads by site order by day desc'),
    here: tableOf('upsert ads by site order by day desc'),
  },
  'upsert [@(]': {
    written: 'upsert of a query',
    advice: BEFORE,
    sql: tableOf('upsert (select * from ads) by site'),
    here: keep('by site'),
  },
  'upsert <name> by [<name> @. <name>]': {
    written: 'A key with the name of its table',
    advice: KEYS,
    write: '$3',
    sql: keep('by ads.site'),
    here: keep('by site'),
  },
  'upsert <name> by [<name> @(]': {
    written: 'A computed key',
    advice: NAMES,
    sql: keep('by lower(site)'),
    here: keep('by site'),
  },
  'snapshot <name> by [@(]': {
    written: 'A list of keys in brackets',
    advice: PERIODS,
    fix: 'unbracket',
    sql: tableOf('snapshot sites by (id)'),
    here: tableOf('snapshot sites by id'),
  },
  'snapshot <name> [@on] (': {
    written: 'on with keys in brackets',
    advice: PERIODS,
    fix: 'unbracket',
    write: 'by',
    sql: tableOf('snapshot sites on (id)'),
    here: tableOf('snapshot sites by id'),
  },
  'snapshot <name> [@on]': {
    advice: PERIODS,
    write: 'by',
    sql: tableOf('snapshot sites on id'),
    here: tableOf('snapshot sites by id'),
  },
  'snapshot [@(]': {
    written: 'snapshot of a query',
    advice: BEFORE,
    sql: tableOf('snapshot (select * from sites) by id'),
    here: tableOf('snapshot sites by id'),
  },
  'union [all] @<name>': {
    written: 'union all',
    advice: 'Remove all: union keeps all rows.',
    write: '',
    sql: tableOf('union all ads, sites'),
    here: tableOf('union ads, sites'),
  },
  'union <name> [@and] <name>': {
    written: 'and between tables',
    advice: 'Write a comma.',
    write: ',',
    sql: tableOf('union ads and sites'),
    here: tableOf('union ads , sites'),
  },
  'pivot <name> on [@(]': {
    written: 'A column in brackets',
    advice: "Write pivot table on column in ('a', 'b') using sum(value).",
    fix: 'unbracket',
    sql: tableOf("pivot ads on (kind) in ('a') using sum(clicks)"),
    here: tableOf("pivot ads on kind in ('a') using sum(clicks)"),
  },
});
