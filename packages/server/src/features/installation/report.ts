/** Items that a finding shows at most, the oldest first; it has their total besides. */
export const MAX_ITEMS = 20;

/** One thing that was found. All texts are for people; ids and names only, never secrets. */
export type DoctorItem = {
  /** The account's name in addresses; null for what concerns all. */
  readonly account: string | null;
  readonly what: string;
  readonly why: string;
  /** ISO 8601 UTC; null when it has no beginning. */
  readonly since: string | null;
  /** Advice for this item; null when the finding's own `todo` suffices. */
  readonly todo: string | null;
};

/** `problem`: does not progress by itself. `notice`: worth knowing. `fine`: checked and in order. */
export type DoctorFinding = {
  readonly check: string;
  readonly level: 'problem' | 'notice' | 'fine';
  readonly title: string;
  readonly total: number;
  readonly items: readonly DoctorItem[];
  readonly todo: string | null;
};

export type DoctorReport = {
  readonly at: string;
  /** Host, port and name, without user or password. */
  readonly database: string;
  readonly findings: readonly DoctorFinding[];
  /** True when at least one finding is a problem. */
  readonly stuck: boolean;
};

type FindingText = Pick<DoctorFinding, 'check' | 'title' | 'todo'> & { readonly level?: 'problem' | 'notice' };

/** A finding of `total` items; `fine` when that is 0. */
export function finding(text: FindingText, total: number, items: readonly DoctorItem[]): DoctorFinding {
  const { check, title, todo, level = 'problem' } = text;
  if (total === 0) return { check, level: 'fine', title, total, items: [], todo: null };
  return { check, level, title, total, items: items.slice(0, MAX_ITEMS), todo };
}

export function isoTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
