import { type Json, textOf, valueAt } from './json-values.ts';

/** The failure codes in the bodies of a provider's answers, also of those with status 200. */
export type FailureCodes = {
  /** The path of its code. */
  readonly field: string;
  /** Codes of a success; an answer without a code is one. Null: any code is a failure. */
  readonly ok: readonly string[] | null;
  /** Codes that ask to slow down. */
  readonly limited: readonly string[];
  /** Codes that reject the key. */
  readonly rejected: readonly string[];
};

export type Verdict = 'ok' | 'limited' | 'rejected' | 'failed';

/** Classifies an answer by the code in its body. */
export function verdictOf(answer: Json | undefined, codes: FailureCodes | null): Verdict {
  if (codes === null) return 'ok';
  const code = textOf(valueAt(answer, codes.field));
  if (code === '' || codes.ok?.includes(code)) return 'ok';
  if (codes.limited.includes(code)) return 'limited';
  return codes.rejected.includes(code) ? 'rejected' : 'failed';
}
