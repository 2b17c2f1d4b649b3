import { join } from 'node:path';
import { CONNECTORS, createEgress } from '@switchboard/connectors';
import { noFault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import type { Database } from '../db/database.ts';
import type { Settings } from '../env.ts';
import { createAccountKeys } from '../identity/account-keys/account-keys.ts';
import { openKey } from '../identity/keys/open-key.ts';
import { createVault } from '../identity/vault.ts';
import { type VerifiedDeliveries, verifyDeliveries } from '../pipeline/verification/verify-destinations.ts';
import { exportFolder } from '../settings/data-folders.ts';
import type { MasterKey } from '../settings/master-key.ts';

export type VerifyDestinationsOptions = {
  readonly database: Database;
  readonly settings: Pick<Settings, 'dataDir' | 'egressAllow' | 'awsIdentity' | 'accountKeyCacheSeconds'>;
  readonly masterKey: MasterKey;
  /** The account's name in addresses; null for all accounts. */
  readonly account: string | null;
  /** Also counts rows of tables and bytes of files. */
  readonly content: boolean;
  readonly signal: AbortSignal;
};

/** Compares the ledger with what destinations record, by the keys and folders of an installation. Changes nothing. */
export function verifyDestinations(options: VerifyDestinationsOptions): AsyncGenerator<VerifiedDeliveries> {
  const { database, settings, masterKey, signal } = options;
  const now = Date.now;
  const egress = createEgress({ allowPrivate: settings.egressAllow, stallTimeoutMs: LIMITS.sourceStallTimeout, now });
  const cacheSeconds = settings.accountKeyCacheSeconds;
  const vault = createVault(masterKey, createAccountKeys({ database, masterKey, egress, now, cacheSeconds }));
  const identity = settings.awsIdentity === null ? {} : { awsIdentity: settings.awsIdentity };
  return verifyDeliveries({
    database,
    connectors: new Map(CONNECTORS.map((connector) => [connector.spec.name, connector])),
    context: { egress, signal, fault: noFault, now, ...identity },
    exportFolder: (accountId) => join(exportFolder(settings.dataDir), accountId),
    openKey: (accountId, key, neededBy) => openKey(database, vault, accountId, key, neededBy),
    account: options.account,
    content: options.content,
  });
}
