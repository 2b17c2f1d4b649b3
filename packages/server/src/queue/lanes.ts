import type { Purpose } from '@switchboard/model/status/status';

/** The lanes of the queue, in the order in which free places are filled: work that a person waits for, then by purpose. */
export const LANES = ['interactive', 'production', 'backfill', 'proof'] as const satisfies readonly (
  | Purpose
  | 'interactive'
)[];
export type Lane = (typeof LANES)[number];

/**
 * The lane that each turn goes to first, so that none waits for ever behind the others. A turn that its lane cannot use goes to
 * the next lane that has jobs.
 */
const TURNS: readonly Lane[] = [
  ...(['production', 'production', 'production', 'interactive', 'production', 'production', 'production'] as const),
  'backfill',
  ...(['production', 'production', 'production', 'interactive', 'production', 'production', 'production'] as const),
  'proof',
];

/** How many of the next turns belong to each lane. */
export function turnsOfLanes(first: number, turns: number): ReadonlyMap<Lane, number> {
  const counts = new Map<Lane, number>();
  for (let turn = first; turn < first + turns; turn += 1) {
    const lane = TURNS[turn % TURNS.length] ?? 'production';
    counts.set(lane, (counts.get(lane) ?? 0) + 1);
  }
  return counts;
}
