import { type AwsIdentity, createEgress, type OAuthClients } from '@switchboard/connectors';
import type { KeyValues } from '@switchboard/model/key-types/key-type';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { addNewKey } from '../../features/keys/save/add-new-key.ts';
import { checkKey } from '../../features/keys/save/check-key.ts';
import type { KeyAnswer } from '../../features/keys/save/key-answer.ts';
import type { SaveParts } from '../../features/keys/save/save-parts.ts';
import { createVerification } from '../../features/keys/verify-content.ts';
import { createAccountKeys } from '../../identity/account-keys/account-keys.ts';
import { createVault } from '../../identity/vault.ts';
import type { Queue } from '../../queue/queue.ts';
import type { MasterKey } from '../../settings/master-key.ts';
import type { OperatorOptions } from './account-acts.ts';
import { actAsOperator, OperatorRefused } from './operator-session.ts';

export type KeyOptions = OperatorOptions & {
  readonly masterKey: MasterKey;
  readonly queue: Queue;
  readonly egressAllow: readonly string[];
  readonly oauthClients: OAuthClients;
  readonly awsIdentity: AwsIdentity | null;
  readonly accountKeyCacheSeconds: number;
  readonly publicUrl: string;
};

export type ListedKey = {
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly suspended_reason: string | null;
  readonly expires: Date | null;
};

const PAGE = 200;

function partsOf(options: KeyOptions): SaveParts {
  const { database, masterKey, egressAllow, awsIdentity, accountKeyCacheSeconds: cacheSeconds } = options;
  const now = Date.now;
  const egress = createEgress({ allowPrivate: egressAllow, stallTimeoutMs: LIMITS.sourceStallTimeout, now });
  const vault = createVault(masterKey, createAccountKeys({ database, masterKey, egress, now, cacheSeconds }));
  const verification = createVerification(egress, now, awsIdentity ?? undefined);
  return { ...options, vault, egress, clients: options.oauthClients, now, ...verification };
}

/** The keys of an account by name, without their secrets. */
export async function* listKeys(options: OperatorOptions, account: string): AsyncGenerator<ListedKey> {
  for (let after = ''; ; ) {
    const request = { ...options, act: 'key list', account, permission: 'view' } as const;
    const rows = await actAsOperator(request, ({ database, session }) =>
      database.withAccount(session.accountId ?? '', async (tx) => {
        const found = await sql<ListedKey>`
          select name, type, status, suspended_reason, expires from key
          where account_id = ${session.accountId}::uuid and status <> 'archived' and name > ${after}
          order by name limit ${PAGE}`.execute(tx);
        return found.rows;
      }),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.name;
  }
}

export type KeyToCreate = {
  readonly account: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly properties: KeyValues;
};

/** Tries a key and stores it, as the console does. @returns whether it was really used @throws OperatorRefused */
export async function createKey(options: KeyOptions, { account, ...key }: KeyToCreate): Promise<boolean> {
  const request = { ...options, act: 'key add', account, permission: 'manage-keys' } as const;
  const answer = await actAsOperator(request, ({ session }) =>
    addNewKey(partsOf(options), session.accountId ?? '', session, { ...key, validateOnly: false }),
  );
  return verifiedOf(answer, key.name);
}

/** Tries a stored key, and changes nothing. @returns whether it was really used @throws OperatorRefused */
export async function tryKey(options: KeyOptions, account: string, name: string): Promise<boolean> {
  const request = { ...options, act: 'key check', account, permission: 'manage-keys' } as const;
  const answer = await actAsOperator(request, ({ session }) =>
    checkKey(partsOf(options), session.accountId ?? '', name),
  );
  return verifiedOf(answer, name);
}

function verifiedOf(answer: KeyAnswer, name: string): boolean {
  switch (answer.kind) {
    case 'saved':
      return answer.verified;
    case 'missing':
      throw new OperatorRefused(`There is no key ${name}.`);
    case 'begun':
      throw new OperatorRefused('Keys of this type are connected in a browser. Add it in the console, at Keys.');
    case 'invalid':
      throw new OperatorRefused(
        answer.problems.map(({ field, message }) => (field === null ? message : `${field}: ${message}`)).join('\n'),
      );
  }
}
