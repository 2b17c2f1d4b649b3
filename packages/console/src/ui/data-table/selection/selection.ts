type Identified = { readonly id: string };

/** The rows that a person selects for an action on all of them. They stay selected while the grid does not show them. */
export type GridSelection = {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
};

/** The ids with some of them added or removed. */
export function withSelected(
  ids: ReadonlySet<string>,
  changed: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of changed) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** The ids of the rows from one to another, both included, in either direction; only the second when the first is gone. */
export function idsBetween(rows: readonly Identified[], from: string, to: string): readonly string[] {
  const start = rows.findIndex(({ id }) => id === from);
  const end = rows.findIndex(({ id }) => id === to);
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id);
}

/** Whether all, some or none of the loaded rows are selected. */
export function selectedShare(rows: readonly Identified[], ids: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const selected = rows.filter(({ id }) => ids.has(id)).length;
  if (selected === 0) return 'none';
  return selected === rows.length ? 'all' : 'some';
}
