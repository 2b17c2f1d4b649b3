import type { CoverageSection } from './coverage.ts';
import type { Note } from './rows.ts';

export type Counts = Readonly<Record<'present' | 'ruled' | 'partial' | 'absent', number>>;

/** Whether a row must be as the table says: everything but what it calls partial or absent. */
export const isHeld = (note: Note): boolean => note.kind === 'none' || note.kind === 'ruled';

/** How many things of a section are present, ruled otherwise, partial and absent. */
export function countsOf({ rows }: CoverageSection): Counts {
  const sum = (kind: Note['kind']): number =>
    rows.filter(({ note }) => note.kind === kind).reduce((total, { count }) => total + count, 0);
  return { present: sum('none'), ruled: sum('ruled'), partial: sum('partial'), absent: sum('absent') };
}

/** The counts of all sections together. */
export function totalOf(sections: readonly CoverageSection[]): Counts {
  const all = sections.map(countsOf);
  const sum = (kind: keyof Counts): number => all.reduce((total, counts) => total + counts[kind], 0);
  return { present: sum('present'), ruled: sum('ruled'), partial: sum('partial'), absent: sum('absent') };
}
