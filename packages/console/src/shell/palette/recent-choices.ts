import { readLocal, writeLocal } from '../../lib/local-storage.ts';

/** A choice in the palette that leads to an address. */
export type Choice = { readonly label: string; readonly path: string };

const KEY = 'switchboard.recentChoices';
const KEPT = 5;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isChoice(value: unknown): value is Choice {
  return isRecord(value) && typeof value['label'] === 'string' && typeof value['path'] === 'string';
}

/**
 * The last choices, newest first.
 * @param scope the person and the account; the browser keeps the choices of one scope only
 */
export function readRecentChoices(scope: string): readonly Choice[] {
  const stored = readLocal(KEY);
  if (!isRecord(stored) || stored['scope'] !== scope || !Array.isArray(stored['choices'])) return [];
  return stored['choices'].filter(isChoice).slice(0, KEPT);
}

/** Puts a choice before the others of its scope. */
export function keepRecentChoice(scope: string, choice: Choice): void {
  const others = readRecentChoices(scope).filter(({ path }) => path !== choice.path);
  writeLocal(KEY, { scope, choices: [choice, ...others].slice(0, KEPT) });
}
