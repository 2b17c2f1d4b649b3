import { parseKeyReference } from '@switchboard/model/key-reference';
import { recordAudit } from '../../audit/record-audit.ts';
import type { ServiceOptions } from '../../graphql/context.ts';
import { AccountKeyError, type AccountKeys } from '../../identity/account-keys/account-keys.ts';
import { parseCredentials } from '../../identity/account-keys/credentials.ts';
import { addAccountKey, retireAccountKey } from '../../identity/account-keys/store-account-key.ts';
import type { Session } from '../../identity/session.ts';

/** Use cases of the key that an account brings itself. The account is the session's. Null, or a sentence about what is wrong. */
export type AccountKeyActions = {
  /** Tries the key at its service, and has secrets sealed with it from then on. */
  set(session: Session, reference: string, credentials: unknown): Promise<string | null>;
  /** Has secrets sealed by the installation alone. */
  remove(session: Session): Promise<string | null>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly accountKey: AccountKeyActions;
  }
}

export type AccountKeyOptions = { readonly accountKeys: AccountKeys };

const NO_ACCOUNT = 'The request names no account.';

export function createAccountKeyActions({
  database,
  accountKeys,
}: ServiceOptions & AccountKeyOptions): AccountKeyActions {
  return {
    async set({ accountId, person }, text, given) {
      if (accountId === null) return NO_ACCOUNT;
      const reference = parseKeyReference(text);
      if (reference === null)
        return 'The reference must begin with aws-kms:arn:, gcp-kms:projects/, azure-kv:https:// or vault:, and name one key.';
      const credentials = parseCredentials(reference.kind, given);
      if (typeof credentials === 'string') return credentials;
      try {
        const key = await accountKeys.make(accountId, reference, credentials);
        await database.withAccount(accountId, async (tx) => {
          const before = await retireAccountKey(tx, accountId);
          await addAccountKey(tx, accountId, { ...key, personId: person.id });
          await recordAudit(tx, {
            kind: 'account_key_set',
            accountId,
            target: { kind: 'account_key', id: key.id, name: reference.text },
            before: { reference: before },
            after: { reference: reference.text },
          });
        });
        return null;
      } catch (error) {
        if (error instanceof AccountKeyError) return error.message;
        throw error;
      }
    },
    async remove({ accountId }) {
      if (accountId === null) return NO_ACCOUNT;
      return database.withAccount(accountId, async (tx) => {
        const reference = await retireAccountKey(tx, accountId);
        if (reference === null) return 'The account has no key of its own.';
        await recordAudit(tx, {
          kind: 'account_key_removed',
          accountId,
          target: { kind: 'account_key', name: reference },
          before: { reference },
          after: { reference: null },
        });
        return null;
      });
    },
  };
}
