export type { FunctionHabit } from './diagnostics/habits/function-habit.ts';
export { FUNCTION_HABITS } from './diagnostics/habits/functions/registry.ts';
export { SYNTAX_HABITS } from './diagnostics/habits/registry.ts';
export { STATEMENT_HABITS } from './diagnostics/habits/statements.ts';
export type { SyntaxHabit } from './diagnostics/habits/syntax-habit.ts';
export { TYPE_HABITS } from './diagnostics/habits/types.ts';
export { WORD_HABITS } from './diagnostics/habits/words.ts';
