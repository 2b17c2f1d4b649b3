/** The rows before and after the open one in the list below the drawer. */
export type Neighbours = {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
};

/** The neighbours of the open row among the loaded ones. */
export function neighboursOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  openId: string,
  open: (row: Row) => void,
): Neighbours {
  const index = rows.findIndex((row) => row.id === openId);
  const at = (place: number) => {
    const row = index < 0 ? undefined : rows[place];
    return row === undefined ? undefined : () => open(row);
  };
  return { previous: at(index - 1), next: at(index + 1) };
}
