/** Findings of each kind are shown up to this many, the oldest first; how many there are is told besides. */
export const MOST_ITEMS = 20;

/** One thing that was found. All texts are for people; ids and names only, never secrets. */
export type DoctorItem = {
  /** The account's name in addresses; null for what concerns all. */
  readonly account: string | null;
  readonly what: string;
  readonly why: string;
  /** ISO 8601 UTC; null when it has no beginning. */
  readonly since: string | null;
  /** What to do about this one; null when what stands with the finding is all. */
  readonly todo: string | null;
};

/** `problem`: does not go on by itself. `notice`: worth knowing. `fine`: looked at and in order. */
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

type Told = Pick<DoctorFinding, 'check' | 'title' | 'todo'> & { readonly level?: 'problem' | 'notice' };

/** A finding from what a look found; fine when that is nothing. */
export function finding(told: Told, total: number, items: readonly DoctorItem[]): DoctorFinding {
  const { check, title, todo, level = 'problem' } = told;
  if (total === 0) return { check, level: 'fine', title, total, items: [], todo: null };
  return { check, level, title, total, items: items.slice(0, MOST_ITEMS), todo };
}

export function isoTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
