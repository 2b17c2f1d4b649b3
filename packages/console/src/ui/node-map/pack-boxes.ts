export type Box = { readonly width: number; readonly height: number };

export type PackedBoxes = Box & { readonly x: readonly number[]; readonly y: readonly number[] };

/** Widths that are tried, in shares of that of a drawing without gaps. */
const TRIED = [1, 1.15, 1.3, 1.5, 1.75, 2, 2.5];

/** Places boxes in rows, the highest first, so that all of them together fill a window of this aspect in the largest scale. */
export function packBoxes(
  boxes: readonly Box[],
  { aspect, gap }: { readonly aspect: number; readonly gap: number },
): PackedBoxes {
  const area = boxes.reduce((sum, box) => sum + (box.width + gap) * (box.height + gap), 0);
  const widest = boxes.reduce((most, { width }) => Math.max(most, width), 0);
  const order = boxes
    .map((_, at) => at)
    .toSorted((one, other) => (boxes[other]?.height ?? 0) - (boxes[one]?.height ?? 0));
  const sizeOf = ({ width, height }: Box): number => Math.max(width / aspect, height);
  return TRIED.map((share) => packRows(boxes, order, Math.max(widest, Math.sqrt(area * aspect) * share), gap)).reduce(
    (best, tried) => (sizeOf(tried) < sizeOf(best) ? tried : best),
  );
}

function packRows(boxes: readonly Box[], order: readonly number[], limit: number, gap: number): PackedBoxes {
  const x = boxes.map(() => 0);
  const y = boxes.map(() => 0);
  let [left, top, rowHeight, width] = [0, 0, 0, 0];
  for (const at of order) {
    const box = boxes[at];
    if (box === undefined) continue;
    if (left > 0 && left + box.width > limit) {
      top += rowHeight + gap;
      [left, rowHeight] = [0, 0];
    }
    x[at] = left;
    y[at] = top;
    width = Math.max(width, left + box.width);
    rowHeight = Math.max(rowHeight, box.height);
    left += box.width + gap;
  }
  return { x, y, width, height: top + rowHeight };
}
