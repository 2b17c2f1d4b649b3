import type { FaultRow } from './fault-test.ts';

/** Observations of a case, by name, in the order in which they are reported. */
export type Observation = Readonly<Record<string, string | number | boolean | null>>;

const formatObservations = (entries: readonly (readonly [string, Observation[string]])[]): string =>
  entries.map(([name, value]) => `${name} ${String(value)}`).join(' · ');

/** The row of a case: ok when everything that is expected was seen so. What was not, and what was seen besides, is reported. */
export function faultRow(what: string, expected: Observation, seen: Observation): FaultRow {
  const wrong = Object.entries(expected).filter(([name, value]) => seen[name] !== value);
  const besides = Object.entries(seen).filter(([name]) => !Object.hasOwn(expected, name));
  const ok = wrong.length === 0;
  const shown = [...wrong.map(([name]) => [name, seen[name] ?? 'nothing'] as const), ...besides];
  const rest = shown.length === 0 ? '' : `${ok ? '; ' : ' '}${formatObservations(shown)}`;
  return { what, expected: formatObservations(Object.entries(expected)), seen: `${ok ? 'seen so' : 'but'}${rest}`, ok };
}
