import { DAY_MS } from '@switchboard/model/schedule/schedule';
import type { StatusTone } from '@switchboard/model/status/status';

/** A token that ends within so many days is pointed out. */
const SOON_DAYS = 14;

export type TokenState = { readonly tone: StatusTone; readonly label: string };

/** Whether a token can be used. @param now epoch milliseconds */
export function tokenState(expires: string, now: number): TokenState {
  const left = Date.parse(expires) - now;
  if (left <= 0) return { tone: 'inactive', label: 'Ended' };
  const days = Math.ceil(left / DAY_MS);
  if (days > SOON_DAYS) return { tone: 'completed', label: 'Active' };
  return { tone: 'warning', label: days === 1 ? 'Ends within a day' : `Ends in ${days} days` };
}

const MAX_NAME = 100;
const MAX_DAYS = 366;

export const TOKEN_LIMITS = { name: MAX_NAME, days: MAX_DAYS } as const;

/** Why a name cannot be given to a token; null when it can. */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Enter a name that says which program uses the token.';
  return trimmed.length > MAX_NAME
    ? `A name has at most ${MAX_NAME} characters; this one has ${trimmed.length}.`
    : null;
}

/** Why a token cannot last so many days; null when it can. */
export function daysProblem(days: number | string): string | null {
  const isValid = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;
  return isValid ? null : `A token lasts 1 to ${MAX_DAYS} days.`;
}
