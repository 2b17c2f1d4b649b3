import type { KeyProblem } from '@switchboard/model/key-types/key-problems';

/** Result of saving a key. */
export type KeyAnswer =
  /** `id`: null for a new key that was only validated. `verified`: the key was really used. */
  | { readonly kind: 'saved'; readonly id: string | null; readonly verified: boolean }
  /**
   * Nothing is saved until the person has signed in at the provider. `url`: its address for their browser, which must be given
   * the cookie, the value of a Set-Cookie header, with the answer.
   */
  | { readonly kind: 'begun'; readonly url: string; readonly cookie: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly problems: readonly KeyProblem[] };

type Invalid = Extract<KeyAnswer, { kind: 'invalid' }>;

export const invalid = (...problems: readonly (KeyProblem | null)[]): Invalid => ({
  kind: 'invalid',
  problems: problems.filter((problem) => problem !== null),
});
