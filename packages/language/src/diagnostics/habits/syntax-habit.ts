import type { Code } from '../diagnostics.ts';

/** A construct of SQL dialects that the language lacks, recognised where the parser cannot continue. */
export type SyntaxHabit = {
  readonly code: SyntaxHabitCode;
  /**
   * The tokens around the place, separated by spaces. `@` marks the token that the parser cannot take, `[ … ]` the part that the
   * message is about; without it that is all. `<name>`, `<number>`, `<string>` and `<any>` are kinds of tokens, `f(…` is an open
   * call of f around the place, `f(…)` a call before it, `…)` the end of the brackets around the place, `&` a token without a space
   * before it.
   */
  readonly pattern: string;
  /** Name of the construct in the message. */
  readonly written: string;
  readonly advice: string;
  /** Replacement for the marked part; `$1` and `$2` are tokens that it gives by kind. */
  readonly write?: string;
  /** A fix that needs more than that. */
  readonly fix?: SyntaxFixKind;
  /** A script with it, and what the author writes in its place. */
  readonly sql: string;
  readonly here: string;
};

export type SyntaxHabitCode = Extract<Code, 'SBS1040' | 'SBS1041' | 'SBS1042' | 'SBS1043'>;

/** Fixes that compute their text; `fix-syntax-habit.ts` has one for each. */
export type SyntaxFixKind =
  | 'bracket-queries'
  | 'cast'
  | 'doubled-quote'
  | 'extract'
  | 'interval'
  | 'limit-at-end'
  | 'percentile'
  | 'rename-call'
  | 'substring'
  | 'truth'
  | 'unbracket'
  | 'within-group';

type Row = Pick<SyntaxHabit, 'advice' | 'sql' | 'here'> & Partial<Pick<SyntaxHabit, 'written' | 'write' | 'fix'>>;

/** The rows of a table by pattern. Without another name, a message names the words of the pattern. */
export function syntaxHabits(code: SyntaxHabitCode, rows: Readonly<Record<string, Row>>): readonly SyntaxHabit[] {
  return Object.entries(rows).map(([pattern, row]) => ({
    code,
    pattern,
    written: pattern
      .replace(/^.*\[|\].*$/g, '')
      .replace(/[@&]|<\w+>|\(…\)?/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
    ...row,
  }));
}

/** A table over the columns of the examples. */
export function tableOf(query: string): string {
  return `table t is ${query};`;
}
