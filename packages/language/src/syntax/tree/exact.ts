const NONE: readonly never[] = Object.freeze([]);

/**
 * The same items in an array that has no room for more. An array that has grown by `push` has room for at least seventeen,
 * and trees hold very many lists of one or two; those without any share one array.
 */
export function exact<T>(items: readonly T[]): readonly T[] {
  return items.length === 0 ? NONE : items.slice();
}
