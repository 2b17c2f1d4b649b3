export type TableColumn = { readonly title: string; readonly align?: 'left' | 'right'; readonly most?: number };

const lengthOf = (text: string): number => [...text].length;

function cut(text: string, most: number): string {
  return lengthOf(text) <= most ? text : `${[...text].slice(0, most - 1).join('')}…`;
}

/** Rows under their titles, in columns as wide as their content (or their most). `paint` colours a cell after it was padded. */
export function textTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  paint: (cell: string, column: number, row: number | 'title') => string = (cell) => cell,
): string {
  const texts = rows.map((row) =>
    columns.map((column, index) => cut(row[index] ?? '', column.most ?? Number.MAX_SAFE_INTEGER)),
  );
  const widths = columns.map((column, index) =>
    Math.max(lengthOf(column.title), ...texts.map((row) => lengthOf(row[index] ?? ''))),
  );
  const line = (cells: readonly string[], row: number | 'title'): string =>
    cells
      .map((cell, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - lengthOf(cell));
        const padded =
          columns[index]?.align === 'right' ? space + cell : index === cells.length - 1 ? cell : cell + space;
        return paint(padded, index, row);
      })
      .join('  ');
  return [
    line(
      columns.map((column) => column.title),
      'title',
    ),
    ...texts.map(line),
  ].join('\n');
}
