import {
  type AwsIdentity,
  type Egress,
  type KeyProperties,
  maskSecrets,
  secretsOf,
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

/**
 * Tries keys before they are saved, for at most 15 s each and a few of an account at a time. No problem quotes a secret.
 * @throws RequestError RATE_LIMITED
 */
export function createVerification(egress: Egress, now: () => number, awsIdentity?: AwsIdentity): VerifyContent {
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
  return async (accountId, key) => {
    const count = running.get(accountId) ?? 0;
    if (count >= AT_ONCE) throw new RequestError('RATE_LIMITED', { seconds: RETRY_SECONDS });
    running.set(accountId, count + 1);
    try {
      const verdict = await verifyKey(key, context);
      if (verdict.ok) return { tried: verdict.tried };
      const secrets = secretsOf(key);
      return verdict.problems.map((problem) => ({ ...problem, message: maskSecrets(problem.message, secrets) }));
    } finally {
      const left = (running.get(accountId) ?? 1) - 1;
      if (left === 0) running.delete(accountId);
      else running.set(accountId, left);
    }
  };
}
