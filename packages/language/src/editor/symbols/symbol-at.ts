import type { Occurrence } from '../../check/names/occurrence.ts';
import type { Workspace } from '../../workspace.ts';

/**
 * The occurrences at an offset, its end included. For a name that both uses a symbol and declares another, such as a bare
 * column in a select list, the use comes first.
 */
export function occurrencesAt(workspace: Workspace, path: string, offset: number): readonly Occurrence[] {
  const touching = workspace.occurrences(path).filter(({ start, end }) => start <= offset && offset <= end);
  // Between two adjacent names, the one that starts here counts.
  const inside = touching.filter(({ end }) => offset < end);
  return (inside.length > 0 ? inside : touching).toSorted(
    (a, b) =>
      a.end - a.start - (b.end - b.start) || Number(a.role === 'declaration') - Number(b.role === 'declaration'),
  );
}

/** The symbol that a request is about. */
export function occurrenceAt(workspace: Workspace, path: string, offset: number): Occurrence | null {
  return occurrencesAt(workspace, path, offset)[0] ?? null;
}
