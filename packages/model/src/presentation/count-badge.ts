import { LIMITS } from '../limits.ts';

/** The text of a badge in the navigation; null when there is nothing to count. */
export function countBadge(count: number): string | null {
  if (count <= 0) return null;
  return count > LIMITS.badgeCap ? `${LIMITS.badgeCap}+` : String(count);
}
