import type { KeyValues } from '@switchboard/model/key-types/key-type';
import type { Parameters } from '@switchboard/model/plan';

/** A request that a provider's documentation describes, for 2026-02-28, and an answer in the documented shape. */
export type Exchange = {
  /** Method and whole address. */
  readonly request: string;
  /** Headers that it must have, besides those that carry the key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or the text of a form. */
  readonly body?: unknown;
  /** False for another host, which must not get the key. */
  readonly hasKey?: false;
  /** JSON, or text. */
  readonly answer: unknown;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
};

export type PresetExample = {
  readonly preset: string;
  readonly parameters: Parameters;
  /** The first type of the preset by default. */
  readonly keyType?: string;
  /** Fields of the key that matter; secrets are `canary-` and the field’s name, obtained tokens `canary-token`. */
  readonly key?: KeyValues;
  /** The headers that carry the key. */
  readonly carried: Readonly<Record<string, string>>;
  readonly exchanges: readonly Exchange[];
  /** The one file. */
  readonly file: string;
  readonly filename: string;
  /** The answer that replaces exchange `at` once: a failure with this code, or a limit that is waited for. */
  readonly misbehaves: Pick<Exchange, 'answer' | 'status' | 'answerHeaders'> & { readonly at: number } & (
      | { readonly code: string }
      | { readonly waits: number }
    );
};

export const jsonLines = (...records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
