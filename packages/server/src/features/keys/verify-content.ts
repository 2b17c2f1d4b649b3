import {
  type AwsIdentity,
  type ConnectionStep,
  type Egress,
  type KeyProperties,
  maskSecrets,
  secretsOf,
  testConnection,
  verifyKey,
} from '@switchboard/connectors';
import { noFault } from '@switchboard/model/faults';
import type { KeyProblem } from '@switchboard/model/key-types/key-problems';
import { RequestError } from '../../graphql/request-error.ts';

/** Keys of one account that are being tried at the same time. */
const AT_ONCE = 4;
const RETRY_SECONDS = 5;

export type VerifyContent = (
  accountId: string,
  key: KeyProperties,
) => Promise<{ readonly tried: boolean } | readonly KeyProblem[]>;

/** Result of a test of a connection. No text of it quotes a secret. */
export type TestedContent = {
  /** The key was used, and was accepted. */
  readonly verified: boolean;
  readonly steps: readonly ConnectionStep[];
  readonly problems: readonly KeyProblem[];
};

export type TestContent = (accountId: string, key: KeyProperties) => Promise<TestedContent>;

/**
 * Tries keys before they are saved, for at most 15 s each and a few of an account at a time. No problem quotes a secret.
 * @throws RequestError RATE_LIMITED
 */
export function createVerification(
  egress: Egress,
  now: () => number,
  awsIdentity?: AwsIdentity,
): { readonly verify: VerifyContent; readonly test: TestContent } {
  const running = new Map<string, number>();
  const context = {
    egress,
    signal: new AbortController().signal,
    fault: noFault,
    now,
    onBytes: () => undefined,
    folders: { read: [], write: [] },
    ...(awsIdentity === undefined ? {} : { awsIdentity }),
  };
  const limited = async <Result>(accountId: string, use: () => Promise<Result>): Promise<Result> => {
    const count = running.get(accountId) ?? 0;
    if (count >= AT_ONCE) throw new RequestError('RATE_LIMITED', { seconds: RETRY_SECONDS });
    running.set(accountId, count + 1);
    try {
      return await use();
    } finally {
      const left = (running.get(accountId) ?? 1) - 1;
      if (left === 0) running.delete(accountId);
      else running.set(accountId, left);
    }
  };
  const masked = <Text extends { readonly message: string }>(key: KeyProperties, texts: readonly Text[]): Text[] => {
    const secrets = secretsOf(key);
    return texts.map((text) => ({ ...text, message: maskSecrets(text.message, secrets) }));
  };
  return {
    verify: (accountId, key) =>
      limited(accountId, async () => {
        const verdict = await verifyKey(key, context);
        return verdict.ok ? { tried: verdict.tried } : masked(key, verdict.problems);
      }),
    test: (accountId, key) =>
      limited(accountId, async () => {
        const { verdict, steps } = await testConnection(key, context);
        return {
          verified: verdict.ok && verdict.tried,
          steps: masked(key, steps),
          problems: verdict.ok ? [] : masked(key, verdict.problems),
        };
      }),
  };
}
