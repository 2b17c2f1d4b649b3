import type { KeyProblem } from '@switchboard/model';

/** Result of saving a key. */
export type KeyAnswer =
  /** `id`: null for a new key that was only validated. `verified`: the key was really used. */
  | { readonly kind: 'saved'; readonly id: string | null; readonly verified: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly problems: readonly KeyProblem[] };

export const invalid = (...problems: readonly (KeyProblem | null)[]): KeyAnswer => ({
  kind: 'invalid',
  problems: problems.filter((problem) => problem !== null),
});
