import type { FunctionHabit } from '../function-habit.ts';

type OtherCount = Pick<FunctionHabit, 'advice' | 'rewrite'>;

/** Functions of the language that dialects call with other numbers of arguments: by name and number. */
const OTHER_COUNTS: Readonly<Record<string, OtherCount>> = {
  'date/2': { advice: "Write date_add(today(), 1, 'day') or date_sub(today(), 1, 'day')" },
  'date/3': {
    advice: 'For year, month and day write make_date(a, b, c)',
    rewrite: { letters: ['a', 'b', 'c'], result: 'make_date(a, b, c)' },
  },
  'datetime/2': {
    advice: "Write from_epoch(seconds) for seconds since 1970, date_add(value, 1, 'day') for another day",
  },
  'first/2': { advice: 'Write first(value ignore nulls order by column) to pass over nulls' },
  'last/2': { advice: 'Write last(value ignore nulls order by column) to pass over nulls' },
};

/** Advice for a call of a function of the language with a number of arguments that it does not take. */
export function otherCount(name: string, given: number): OtherCount | undefined {
  const key = `${name}/${given}`;
  return Object.hasOwn(OTHER_COUNTS, key) ? OTHER_COUNTS[key] : undefined;
}
