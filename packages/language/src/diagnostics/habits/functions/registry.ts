import type { FunctionHabit } from '../function-habit.ts';
import { ABSENT_HABITS } from './absent.ts';
import { AGGREGATE_HABITS } from './aggregate.ts';
import { CONVERSION_HABITS } from './conversion.ts';
import { NESTED_HABITS } from './nested.ts';
import { NULL_HABITS } from './null.ts';
import { NUMBER_HABITS } from './number.ts';
import { TEXT_HABITS } from './text.ts';
import { TIME_HABITS } from './time.ts';

/** Functions of SQL dialects that the language has under another name or in another form. */
export const FUNCTION_HABITS: readonly FunctionHabit[] = [
  ...TEXT_HABITS,
  ...NUMBER_HABITS,
  ...TIME_HABITS,
  ...CONVERSION_HABITS,
  ...NULL_HABITS,
  ...AGGREGATE_HABITS,
  ...NESTED_HABITS,
  ...ABSENT_HABITS,
];

let byName: ReadonlyMap<string, readonly FunctionHabit[]> | null = null;

/** Finds the advice for a call by name and number of arguments; falls back to advice for the name alone. */
export function findFunctionHabit(name: string, given: number): FunctionHabit | undefined {
  byName ??= Map.groupBy(FUNCTION_HABITS, (habit) => habit.name);
  const habits = byName.get(name.toLowerCase());
  return (
    habits?.find(({ rewrite }) => rewrite?.letters.length === given) ??
    habits?.find(({ rewrite }) => rewrite === undefined) ??
    habits?.[0]
  );
}
