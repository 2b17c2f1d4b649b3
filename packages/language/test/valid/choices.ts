/** The source of a generator's decisions, and the record of its output. */
export type Choices = {
  /** A whole number from 0 to `below` - 1. Smaller ones lead to simpler scripts. */
  readonly whole: (below: number) => number;
  readonly note: (what: string) => void;
  /** Whether the bare name of a constant means it everywhere: no table has columns that only the data knows. */
  readonly bareConstants?: boolean;
};

export function pick<T>(choices: Choices, items: readonly T[]): T {
  const item = items[choices.whole(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** True in so many of a hundred cases. */
export function often(choices: Choices, percent: number): boolean {
  return choices.whole(100) >= 100 - percent;
}

/** Picks one of the named alternatives and notes which. */
export function alternative<T>(choices: Choices, family: string, all: Readonly<Record<string, T>>): T {
  const [name, value] = pick(choices, Object.entries(all));
  choices.note(`${family}: ${name}`);
  return value;
}

/** Makes `count` things in sequence. */
export function several<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
