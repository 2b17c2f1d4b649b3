import { closest } from '@switchboard/model/text/closest-name';

export { closest } from '@switchboard/model/text/closest-name';

/** More names than that are not listed in a message. */
export const MAX_LISTED = 8;

/** Advice for an unknown name: the closest known one, else the known ones if they are few. */
export function advise(name: string, known: readonly string[], what: string): string {
  return adviceOf(closest(name, known), known, what);
}

/** The same with the closest name at hand. */
export function adviceOf(near: string | null, known: readonly string[], what: string): string {
  if (near !== null) return `Did you mean ${near}?`;
  if (known.length === 0) return `There is no ${what}.`;
  if (known.length > MAX_LISTED) return `Check its spelling.`;
  return `There ${known.length === 1 ? 'is only' : 'are'} ${known.join(', ')}.`;
}
