import type { AwsIdentity, Egress, OAuthClients } from '@switchboard/connectors';
import type { ServiceOptions } from '../../graphql/context.ts';
import { showAccountKeyErrors } from '../../graphql/request-error.ts';
import { openSecrets, type SealedKey } from '../../identity/keys/open-key.ts';
import type { Session } from '../../identity/session.ts';
import type { Vault } from '../../identity/vault.ts';
import type { CompleteSignIn } from '../sign-ins/service.ts';
import { type BegunSignIn, beginSignIn, type KeyToConnect } from './connect/begin-connection.ts';
import { connectKey } from './connect/connect-key.ts';
import { addNewKey, type NewKey } from './save/add-new-key.ts';
import { changeKey, type KeyEdit } from './save/change-key.ts';
import { deleteKey } from './save/delete-key.ts';
import type { KeyAnswer } from './save/key-answer.ts';
import type { SaveParts } from './save/save-parts.ts';
import { type KeyToTest, type TestAnswer, testKey } from './save/test-key.ts';
import { createVerification } from './verify-content.ts';

/**
 * Use cases of keys. A key is verified outside any transaction, then saved in one with its events and wake-ups. The
 * account is the session's.
 */
export type KeyActions = {
  add(session: Session, key: NewKey): Promise<KeyAnswer>;
  change(session: Session, edit: KeyEdit): Promise<KeyAnswer>;
  /** Tries a key with the values that were typed, and stores nothing. */
  test(session: Session, key: KeyToTest): Promise<TestAnswer>;
  /** Archives a key. What uses it fails until the script is published with another one. */
  remove(session: Session, name: string): Promise<KeyAnswer>;
  /** Begins the sign-in at a provider for a new key, or for one that is connected again. */
  beginSignIn(session: Session, key: KeyToConnect): Promise<BegunSignIn>;
  /** Completes the sign-in of a key. */
  readonly completeSignIn: CompleteSignIn;
  /** Names of the secrets that are stored. Secrets that cannot be opened do not count. */
  storedSecrets(accountId: string, key: SealedKey): Promise<ReadonlySet<string>>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly keys: KeyActions;
  }
}

/** Dependencies of keys besides those of every use case. */
export type KeyOptions = {
  readonly vault: Vault;
  readonly egress: Egress;
  readonly clients: OAuthClients;
  /** Assumes the roles of keys. */
  readonly awsIdentity?: AwsIdentity | null;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
};

export function createKeyActions(options: ServiceOptions & KeyOptions): KeyActions {
  const { vault, egress, now } = options;
  const parts: SaveParts = { ...options, ...createVerification(egress, now, options.awsIdentity ?? undefined) };
  const run =
    <Input>(use: (parts: SaveParts, accountId: string, session: Session, input: Input) => Promise<KeyAnswer>) =>
    async (session: Session, input: Input): Promise<KeyAnswer> =>
      session.accountId === null
        ? { kind: 'missing' }
        : showAccountKeyErrors(use(parts, session.accountId, session, input));
  return {
    add: run(addNewKey),
    change: run(changeKey),
    test: async (session, key) =>
      session.accountId === null ? 'missing' : showAccountKeyErrors(testKey(parts, session.accountId, key)),
    remove: run(deleteKey),
    beginSignIn: async (session, key) =>
      session.accountId === null ? { kind: 'missing' } : beginSignIn(parts, session.accountId, session, key),
    completeSignIn: async (signIn, given) => ({ problem: await connectKey(parts, signIn, given), id: null }),
    async storedSecrets(accountId, key) {
      try {
        return new Set(Object.keys(await openSecrets(vault, accountId, key)));
      } catch {
        return new Set();
      }
    },
  };
}
