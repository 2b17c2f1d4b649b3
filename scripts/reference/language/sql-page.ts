import { findFunction } from '@switchboard/language/functions';
import { SQL_HABITS } from '@switchboard/language/sql-habits';
import { code, page, table } from '../markdown.ts';

/** Translates SQL terms to the language. */
export function sqlPage(): string {
  return page(
    'For readers who know SQL',
    'Each of these has a message of its own where it is written. Where the replacement leaves no choice, the message has a fix.',
    '## Functions',
    table(
      ['SQL', 'Here'],
      SQL_HABITS.functions
        .filter(({ name }) => findFunction(name) === undefined)
        .map(({ sql, here }) => [code(sql), code(here)]),
    ),
    '## Values',
    table(
      ['SQL', 'Here'],
      Object.entries(SQL_HABITS.words).map(([word, here]) => [code(word), code(here)]),
    ),
    '## Clauses, operators and forms',
    table(
      ['SQL', 'Here'],
      SQL_HABITS.syntax.map(({ sql, here }) => [code(sql), code(here)]),
    ),
    '## Statements',
    table(
      ['SQL', 'What to do'],
      Object.entries(SQL_HABITS.statements).map(([word, { advice }]) => [code(word), advice]),
    ),
    '## Types',
    table(
      ['Type', 'Types of SQL dialects'],
      Object.entries(SQL_HABITS.types).map(([type, names]) => [code(type), names.map(code).join(', ')]),
    ),
  );
}
