import type { Pausable } from './pausable.ts';

const KINDS = ['download', 'upload', 'key', 'project'] as const;

/** The thing that a pause stops: the declaration itself, or its project. Null for a kind that is not known. */
export function pauseSubject({ kind, name }: { readonly kind: string; readonly name: string }): Pausable | null {
  const known = KINDS.find((each) => each === kind);
  return known === undefined ? null : { kind: known, name };
}
