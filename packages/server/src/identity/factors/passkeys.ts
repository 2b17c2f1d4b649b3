import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Database, Tx } from '../../db/database.ts';
import type { AddedFactor } from './authenticator-app.ts';
import { type ChallengePurpose, putChallenge, takeChallenge } from './challenges.ts';
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

export type PasskeyOptions = {
  readonly database: Database;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** EdDSA, ES256 and RS256 (COSE). The library's own list asks Node for algorithms that are experimental there. */
const ALGORITHMS = [-8, -7, -257];
/** Passkeys of a person at most. */
export const MAX_PASSKEYS = 20;
const NAME = 'Switchboard';
const MAX_RESPONSE = 12_000;

const Response = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  response: z.looseObject({ clientDataJSON: z.string() }),
});

/** The host that passkeys belong to; null for an IP address, at which browsers have none. */
export function passkeyHost(publicUrl: string): string | null {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null;
}

function readResponse<Kind extends AuthenticationResponseJSON | RegistrationResponseJSON>(text: string): Kind | null {
  if (text.length > MAX_RESPONSE) return null;
  try {
    const read = Response.safeParse(JSON.parse(text));
    return read.success ? (read.data as unknown as Kind) : null;
  } catch {
    return null;
  }
}

/** Runs a verification of the library, which throws for each reason to refuse. */
async function attempt<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

type Subject = { readonly purpose: ChallengePurpose; readonly subject: string };

/**
 * Returns passkey request options for a browser as JSON; null where there are no passkeys.
 * @param personId whose passkeys may sign; null for any, of which the browser offers those that it knows
 */
export async function requestPasskey(
  { database, publicUrl, now }: PasskeyOptions,
  { purpose, subject }: Subject,
  personId: string | null,
): Promise<string | null> {
  const rpID = passkeyHost(publicUrl);
  if (rpID === null) return null;
  return database.withIdentity(async (tx) => {
    const allowed = personId === null ? [] : await credentialsOf(tx, personId);
    if (personId !== null && allowed.length === 0) return null;
    const options = await generateAuthenticationOptions({
      rpID,
      userVerification: 'required',
      ...(personId === null ? {} : { allowCredentials: allowed }),
    });
    await putChallenge(tx, { purpose, subject, challenge: options.challenge, now: now() });
    return JSON.stringify(options);
  });
}

async function credentialsOf(tx: Tx, personId: string) {
  const rows = await tx
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('person_id', '=', personId)
    .execute();
  return rows.map(({ credential_id: id, transports }) => ({ id, transports: [...transports] }));
}

export type AcceptedPasskey = { readonly personId: string; readonly isSynced: boolean };

/**
 * Verifies what a passkey has signed, and uses the challenge up.
 * @param personId whose passkey it must be; null for that of any active person who may sign in
 */
export async function acceptPasskey(
  { database, publicUrl, now }: PasskeyOptions,
  { purpose, subject }: Subject,
  { response: text, personId }: { readonly response: string; readonly personId: string | null },
): Promise<AcceptedPasskey | null> {
  const rpID = passkeyHost(publicUrl);
  const challenge = await database.withIdentity((tx) => takeChallenge(tx, { purpose, subject, now: now() }));
  const response = readResponse<AuthenticationResponseJSON>(text);
  if (rpID === null || challenge === null || response === null) return null;
  const stored = await database.withIdentity((tx) => findPasskey(tx, response.id));
  if (stored === undefined || (personId !== null && stored.person_id !== personId)) return null;
  const verified = await attempt(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: stored.credential_id,
        publicKey: Uint8Array.from(stored.public_key),
        counter: stored.counter,
        transports: [...stored.transports],
      },
    }),
  );
  if (verified === null || !verified.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  // Of two copies of an authenticator that sign at the same time, one is accepted.
  const { numUpdatedRows } = await database.withIdentity((tx) =>
    tx
      .updateTable('passkey')
      .set({ counter: newCounter, last_used: new Date(now()), is_synced: credentialBackedUp })
      .where('id', '=', stored.id)
      .where('counter', '=', stored.counter)
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n ? { personId: stored.person_id, isSynced: credentialBackedUp } : null;
}

/** A passkey of an active person whose sign-in is not blocked. */
function findPasskey(tx: Tx, credentialId: string) {
  return tx
    .selectFrom('passkey')
    .innerJoin('person', 'person.id', 'passkey.person_id')
    .leftJoin('person_identity', (join) =>
      join.onRef('person_identity.person_id', '=', 'person.id').on('person_identity.connection_type', '=', 'password'),
    )
    .select([
      'passkey.id',
      'passkey.person_id',
      'passkey.credential_id',
      'passkey.public_key',
      'passkey.counter',
      'passkey.transports',
    ])
    .where('passkey.credential_id', '=', credentialId.replaceAll('\0', ''))
    .where('person.status', '=', 'active')
    .where(({ or, eb }) => or([eb('person_identity.blocked', 'is', null), eb('person_identity.blocked', '=', false)]))
    .executeTakeFirst();
}

type Owner = { readonly id: string; readonly email: string; readonly name: string };

/** Returns passkey creation options for a browser as JSON. */
export async function startPasskey(
  { database, publicUrl, now }: PasskeyOptions,
  person: Owner,
): Promise<string | 'unavailable' | 'full'> {
  const rpID = passkeyHost(publicUrl);
  if (rpID === null) return 'unavailable';
  return database.withIdentity(async (tx) => {
    const existing = await credentialsOf(tx, person.id);
    if (existing.length >= MAX_PASSKEYS) return 'full';
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID,
      userName: person.email,
      userDisplayName: person.name,
      userID: Uint8Array.from(Buffer.from(person.id)),
      excludeCredentials: existing,
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { challenge } = options;
    await putChallenge(tx, { purpose: 'enrolment', subject: person.id, challenge, now: now() });
    return JSON.stringify(options);
  });
}

/** Adds the passkey that the browser has made. */
export async function addPasskey(
  { database, publicUrl, now }: PasskeyOptions,
  personId: string,
  { name, response: text, ...kept }: Kept & { readonly name: string; readonly response: string },
): Promise<AddedFactor | 'refused'> {
  const rpID = passkeyHost(publicUrl);
  const challenge = await database.withIdentity((tx) =>
    takeChallenge(tx, { purpose: 'enrolment', subject: personId, now: now() }),
  );
  const response = readResponse<RegistrationResponseJSON>(text);
  if (rpID === null || challenge === null || response === null) return 'refused';
  const verified = await attempt(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  );
  if (verified === null || !verified.verified) return 'refused';
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return database.withIdentity(async (tx) => {
    await lockPerson(tx, personId);
    const before = await factorsOf(tx, personId);
    if (before.passkeys.length >= MAX_PASSKEYS) return 'refused';
    const added = await tx
      .insertInto('passkey')
      .values({
        person_id: personId,
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
        is_synced: credentialBackedUp,
        created: new Date(now()),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 1n) return 'refused';
    const recoveryCodes = await concludeAddition(tx, personId, { had: hasFactor(before), ...kept });
    return { factors: await factorsOf(tx, personId), recoveryCodes };
  });
}

type OwnPasskey = { readonly personId: string; readonly id: string };

/** Null when the person has no such passkey. */
export async function renamePasskey(
  database: Database,
  { personId, id }: OwnPasskey,
  name: string,
): Promise<Factors | null> {
  return database.withIdentity(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? null : factorsOf(tx, personId);
  });
}

/**
 * Removes a passkey of a person.
 * @param factorRequired whether everybody needs a factor besides the password
 * @returns null when the person has no such passkey, `last` when it is the last factor and stays
 */
export async function removePasskey(
  database: Database,
  { personId, id, ...kept }: Kept & OwnPasskey,
  factorRequired: boolean,
): Promise<Factors | 'last' | null> {
  return database.withIdentity(async (tx) => {
    await lockPerson(tx, personId);
    const isLast = isLastFactor(await factorsOf(tx, personId), { kind: 'passkey', id });
    if (isLast && (await keepsLastFactor(tx, personId, factorRequired))) return 'last';
    const { numDeletedRows } = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    return numDeletedRows === 0n ? null : concludeRemoval(tx, personId, kept);
  });
}
