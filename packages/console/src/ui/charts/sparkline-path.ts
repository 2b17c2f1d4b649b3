/** The size of a sparkline's drawing, which is scaled to its place. */
export const SPARKLINE = { width: 100, height: 24 } as const;
const MARGIN = 2;
/** The length of the line of a value without neighbours. */
const DASH = 4;

/** The path of a line through values from left to right. A missing value leaves a gap, a value between two gaps is a dash. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const lowest = Math.min(...known);
  const span = Math.max(...known) - lowest;
  const step = values.length < 2 ? 0 : SPARKLINE.width / (values.length - 1);
  const yOf = (value: number): number =>
    span === 0
      ? SPARKLINE.height / 2
      : SPARKLINE.height - MARGIN - ((value - lowest) / span) * (SPARKLINE.height - 2 * MARGIN);
  return values
    .map((value, index) => {
      if (value === null) return '';
      const start = index === 0 || values[index - 1] === null ? 'M' : 'L';
      const isAlone = start === 'M' && (values[index + 1] ?? null) === null;
      const middle = values.length === 1 ? SPARKLINE.width / 2 : Math.round(index * step * 100) / 100;
      const y = Math.round(yOf(value) * 100) / 100;
      return isAlone ? `M${middle - DASH / 2} ${y}h${DASH}` : `${start}${middle} ${y}`;
    })
    .join('');
}
