import type { Fix } from '../../../diagnostics/diagnostics.ts';
import { STATEMENT_HABITS } from '../../../diagnostics/habits/statements.ts';
import type { TokenView } from './token-view.ts';

/**
 * A statement of SQL: what to write in its place, the table that it would have made, and how many tokens
 * name that.
 */
type Statement = {
  readonly advice: string;
  readonly fix?: Fix;
  readonly declares: string | null;
  readonly tokens: number;
};

const MODIFIERS = new Set(['or', 'replace', 'temp', 'temporary', 'external', 'materialized', 'transient']);
const EXISTENCE = new Set(['if', 'not', 'exists']);

const NOTHING = { declares: null, tokens: 1 };

/** `create table name as select …` and its variants. */
function creation(view: TokenView, index: number): Omit<Statement, 'advice'> {
  let kind = index + 1;
  while (MODIFIERS.has(view.word(kind))) kind += 1;
  const made = view.word(kind);
  if (made !== 'table' && made !== 'view') return NOTHING;
  let name = kind + 1;
  while (EXISTENCE.has(view.word(name))) name += 1;
  if (!view.isName(name) && !view.isString(name)) return NOTHING;
  const declares = view.value(name);
  const tokens = name + 1 - index;
  if (view.word(name + 1) !== 'as' || view.word(name + 2) !== 'select') return { declares, tokens };
  const edits = [
    { start: view.start(index), end: view.start(name), text: 'table ' },
    { start: view.start(name + 1), end: view.end(name + 1), text: 'is' },
  ];
  return { declares, tokens, fix: { title: `Write table ${declares} is`, edits } };
}

/** The statement of SQL that starts at a token outside declarations; null when none is known. */
export function statementAt(view: TokenView, index: number): Statement | null {
  const word = view.word(index);
  const habit = Object.hasOwn(STATEMENT_HABITS, word) ? STATEMENT_HABITS[word] : undefined;
  if (!habit) return null;
  return { advice: habit.advice, ...(word === 'create' ? creation(view, index) : NOTHING) };
}
