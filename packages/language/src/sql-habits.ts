import { FUNCTION_HABITS } from './diagnostics/habits/functions/registry.ts';
import { SYNTAX_HABITS } from './diagnostics/habits/registry.ts';
import { STATEMENT_HABITS } from './diagnostics/habits/statements.ts';
import { TYPE_HABITS } from './diagnostics/habits/types.ts';
import { WORD_HABITS } from './diagnostics/habits/words.ts';

/** Differences from SQL, by kind, as the reference lists them. */
export const SQL_HABITS = {
  functions: FUNCTION_HABITS,
  syntax: SYNTAX_HABITS,
  statements: STATEMENT_HABITS,
  types: TYPE_HABITS,
  words: WORD_HABITS,
} as const;
