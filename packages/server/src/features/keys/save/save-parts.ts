import type { Egress, OAuthClients } from '@switchboard/connectors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType, secretFieldsOf } from '@switchboard/model/key-types/key-types';
import type { Database } from '../../../db/database.ts';
import type { Vault } from '../../../identity/vault.ts';
import { learnSecrets } from '../../../observe/scope.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { TestContent, VerifyContent } from '../verify-content.ts';

/** Dependencies of saving keys. */
export type SaveParts = {
  readonly database: Database;
  readonly queue: Queue;
  readonly vault: Vault;
  readonly verify: VerifyContent;
  /** Verifies, and says step by step what was checked. */
  readonly test: TestContent;
  readonly egress: Egress;
  /** OAuth client per provider. */
  readonly clients: OAuthClients;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** From here on no log line of the request shows the secrets among these values. */
export function learnGivenSecrets(type: KeyType | string, given: Readonly<Record<string, unknown>>): void {
  const known = typeof type === 'string' ? findKeyType(type) : type;
  learnSecrets(known === undefined ? Object.values(given) : secretFieldsOf(known).map((name) => given[name]));
}
