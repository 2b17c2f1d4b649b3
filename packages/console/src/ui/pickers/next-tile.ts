/**
 * The index of the tile that a key moves to; null when the key moves nowhere.
 * @param tops the upper edges of the tiles, in pixels: tiles of one row have the same
 */
export function nextTile(key: string, active: number, tops: readonly number[]): number | null {
  const last = tops.length - 1;
  const columns = Math.max(1, tops.filter((top) => top === tops[0]).length);
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: active + 1,
    ArrowLeft: active - 1,
    ArrowDown: active + columns,
    ArrowUp: active - columns,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined || target < 0 || target > last ? null : target;
}
