/** How many rejected records violate a column for a reason; of these, `dirty` are dirty rows. Plain data. */
export type ReasonCount = {
  /** Empty for reasons that concern a whole record. */
  readonly column: string;
  readonly reason: string;
  readonly dirty: number;
  readonly rejected: number;
};

/** Columns and reasons that are counted; few occur. */
const MAX_COUNTED = 200;

type Tally = { dirty: number; rejected: number };

/** Counts the reasons for which a scan rejects records. */
export class ReasonCounter {
  private readonly columns = new Map<string, Map<string, Tally>>();
  private size = 0;

  count(violations: readonly Pick<ReasonCount, 'column' | 'reason'>[], dirty: boolean): void {
    for (const { column, reason } of violations) {
      const tally = this.tallyOf(column, reason);
      if (tally === undefined) continue;
      tally.rejected += 1;
      if (dirty) tally.dirty += 1;
    }
  }

  all(): readonly ReasonCount[] {
    return [...this.columns].flatMap(([column, reasons]) =>
      [...reasons].map(([reason, tally]) => ({ column, reason, ...tally })),
    );
  }

  private tallyOf(column: string, reason: string): Tally | undefined {
    let reasons = this.columns.get(column);
    const known = reasons?.get(reason);
    if (known !== undefined || this.size >= MAX_COUNTED) return known;
    if (reasons === undefined) {
      reasons = new Map();
      this.columns.set(column, reasons);
    }
    const tally = { dirty: 0, rejected: 0 };
    reasons.set(reason, tally);
    this.size += 1;
    return tally;
  }
}

/** The counts of two parts together, at most as many as one part may have. */
export function addReasons(one: readonly ReasonCount[], other: readonly ReasonCount[]): readonly ReasonCount[] {
  if (other.length === 0) return one;
  const keyOf = ({ column, reason }: ReasonCount): string => JSON.stringify([column, reason]);
  const sums = new Map(one.map((count) => [keyOf(count), count]));
  for (const count of other) {
    const key = keyOf(count);
    const before = sums.get(key);
    if (before !== undefined)
      sums.set(key, { ...count, dirty: before.dirty + count.dirty, rejected: before.rejected + count.rejected });
    else if (sums.size < MAX_COUNTED) sums.set(key, count);
  }
  return [...sums.values()];
}

/** The most frequent reasons: first those of dirty rows. */
export const topReasons = (counts: readonly ReasonCount[], max: number): readonly ReasonCount[] =>
  counts.toSorted((one, other) => other.dirty - one.dirty || other.rejected - one.rejected).slice(0, max);
