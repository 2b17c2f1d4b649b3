import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { MasterKey } from '../../settings/master-key.ts';
import { type SealedColumn, textOf } from '../master-keys/sealed-column.ts';
import { masterKeyId, seal, unseal } from '../seal.ts';
import {
  concludeAddition,
  concludeRemoval,
  type Factors,
  factorsOf,
  hasFactor,
  isLastFactor,
  type Kept,
  keepsLastFactor,
  lockPerson,
} from './factors.ts';
import { matchingStep, newTotpSecret, type QrCode, qrCode, totpAddress, totpText } from './totp.ts';

export type AppOptions = {
  readonly database: Database;
  readonly masterKey: MasterKey;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Values that a person copies into an authenticator app. */
export type NewApp = {
  readonly secret: string;
  readonly address: string;
  readonly qrCode: QrCode;
  /** Names the secret without giving it away. */
  readonly fingerprint: string;
};

export type AddedFactor = { readonly factors: Factors; readonly recoveryCodes: readonly string[] };

/** Milliseconds in which a new secret must be confirmed. */
export const APP_TIME = 15 * 60_000;

/** Text that the secret of a person's app is bound to. */
const purposeOf = (personId: string): string => `authenticator app of ${personId}`;

function openSecret(masterKey: MasterKey, personId: string, sealed: Buffer): Buffer {
  const secret = unseal(masterKey, sealed, purposeOf(personId));
  if (secret === null)
    throw new Error('The secret of an authenticator app cannot be opened: it was sealed with another master key.');
  return secret;
}

const fingerprintOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('base64url');

const describe = (secret: Buffer, email: string): NewApp => {
  const address = totpAddress(secret, email);
  return { secret: totpText(secret), address, qrCode: qrCode(address), fingerprint: fingerprintOf(secret) };
};

/** Makes a secret, which does not count before it is confirmed. Null when the person has an app already. */
export async function startApp(
  { database, masterKey, now }: AppOptions,
  person: { readonly id: string; readonly email: string },
): Promise<NewApp | null> {
  const secret = newTotpSecret();
  const row = {
    secret: seal(masterKey, secret, purposeOf(person.id)),
    master_key_id: masterKeyId(masterKey),
    started: new Date(now()),
  };
  const added = await database.withIdentity((tx) =>
    tx
      .insertInto('authenticator_app')
      .values({ person_id: person.id, ...row })
      .onConflict((conflict) =>
        conflict.column('person_id').doUpdateSet(row).where('authenticator_app.confirmed', 'is', null),
      )
      .executeTakeFirst(),
  );
  return added.numInsertedOrUpdatedRows === 1n ? describe(secret, person.email) : null;
}

/** The app that a person has begun to add; null when there is none, or its time is over. */
export async function pendingApp(
  { database, masterKey, now }: AppOptions,
  person: { readonly id: string; readonly email: string },
): Promise<NewApp | null> {
  const secret = await database.withIdentity((tx) => pendingSecret(tx, masterKey, person.id, now()));
  return secret === null ? null : describe(secret, person.email);
}

async function pendingSecret(tx: Tx, masterKey: MasterKey, personId: string, now: number): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('authenticator_app')
    .select('secret')
    .where('person_id', '=', personId)
    .where('confirmed', 'is', null)
    .where('started', '>', new Date(now - APP_TIME))
    .executeTakeFirst();
  return row === undefined ? null : openSecret(masterKey, personId, row.secret);
}

/**
 * Confirms a started app by one of its codes. From then on a sign-in needs it.
 * @param shown fingerprint of the app that the person was shown: another one has expired; null for any
 */
export async function confirmApp(
  { database, masterKey, now }: AppOptions,
  personId: string,
  { code, shown, ...kept }: Kept & { readonly code: string; readonly shown: string | null },
): Promise<AddedFactor | 'expired' | 'wrong'> {
  return database.withIdentity(async (tx) => {
    await lockPerson(tx, personId);
    const secret = await pendingSecret(tx, masterKey, personId, now());
    if (secret === null || (shown !== null && fingerprintOf(secret) !== shown)) return 'expired';
    const step = matchingStep(secret, code.replace(/\s/g, ''), now());
    if (step === null) return 'wrong';
    const had = hasFactor(await factorsOf(tx, personId));
    await tx
      .updateTable('authenticator_app')
      .set({ confirmed: new Date(now()), last_step: step })
      .where('person_id', '=', personId)
      .where('confirmed', 'is', null)
      .execute();
    const recoveryCodes = await concludeAddition(tx, personId, { had, ...kept });
    return { factors: await factorsOf(tx, personId), recoveryCodes };
  });
}

/**
 * Removes the app of a person, if they have one.
 * @param factorRequired whether everybody needs a factor besides the password
 * @returns `last` when the app is the last factor and stays
 */
export async function removeApp(
  database: Database,
  { personId, ...kept }: Kept & { readonly personId: string },
  factorRequired: boolean,
): Promise<Factors | 'last'> {
  return database.withIdentity(async (tx) => {
    await lockPerson(tx, personId);
    const isLast = isLastFactor(await factorsOf(tx, personId), { kind: 'app' });
    if (isLast && (await keepsLastFactor(tx, personId, factorRequired))) return 'last';
    const { numDeletedRows } = await tx
      .deleteFrom('authenticator_app')
      .where('person_id', '=', personId)
      .where('confirmed', 'is not', null)
      .executeTakeFirst();
    return numDeletedRows === 0n ? factorsOf(tx, personId) : concludeRemoval(tx, personId, kept);
  });
}

/** Accepts a code of the person's app. Each step is accepted once, also by requests at the same time. */
export async function useAppCode(
  tx: Tx,
  { masterKey, now }: Omit<AppOptions, 'database'>,
  personId: string,
  code: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('authenticator_app')
    .select('secret')
    .where('person_id', '=', personId)
    .where('confirmed', 'is not', null)
    .executeTakeFirst();
  const step = row === undefined ? null : matchingStep(openSecret(masterKey, personId, row.secret), code, now());
  if (step === null) return false;
  const { numUpdatedRows } = await tx
    .updateTable('authenticator_app')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The secrets of authenticator apps. */
export const SEALED_APPS: SealedColumn = {
  table: 'authenticator_app',
  column: 'secret',
  primaryKey: ['person_id'],
  others: [],
  scope: 'withIdentity',
  purposeOf: (row) => purposeOf(textOf(row, 'person_id')),
  update: (assignments, condition) => sql`update authenticator_app set ${assignments} where ${condition}`,
};
