import type { Database, Tx } from '../../db/database.ts';
import type { SignInBursts } from '../../settings/load-settings.ts';
import { type Allowance, FAILURES_PER_ADDRESS, giveBack, PAGES_PER_ADDRESS, takeOne } from './address-level.ts';
import { networkOf } from './client-address.ts';
import { isKnown, type KnownDevice } from './known-device.ts';
import {
  ATTEMPTS_BEFORE_LOCK,
  comparedName,
  countAttempt,
  type FailureCounter,
  forgetFailures,
  locked,
  lockedUntil,
  type Refusal,
} from './lockout.ts';

/** Where a request comes from. */
export type Origin = {
  /** IP address of the client. */
  readonly address: string;
  readonly device: KnownDevice | null;
};

/** Failures in a row by which devices that are not known lock a name for each other, from all addresses (NIST SP 800-63B). */
const FAILURES_PER_NAME = 100;

/** Allowances of one address. */
export type AddressAllowances = { readonly failures: Allowance; readonly pages: Allowance };

export const ADDRESS_ALLOWANCES: AddressAllowances = { failures: FAILURES_PER_ADDRESS, pages: PAGES_PER_ADDRESS };

/** The allowances with other numbers of what may come at once. */
export function allowancesOf({ pages, failures }: SignInBursts): AddressAllowances {
  return {
    failures: { ...FAILURES_PER_ADDRESS, burst: failures },
    pages: { ...PAGES_PER_ADDRESS, burst: pages },
  };
}

const deviceCounter = (kind: 'device' | 'code', id: string, name: string): FailureCounter => ({
  parts: [kind, 'device', id, name],
  limit: ATTEMPTS_BEFORE_LOCK,
});
const nameCounter = (name: string): FailureCounter => ({ parts: ['name', name], limit: FAILURES_PER_NAME });

function countersOf(email: string, { device, address }: Origin): readonly FailureCounter[] {
  const name = comparedName(email);
  return isKnown(device, email)
    ? [deviceCounter('device', device.id, name)]
    : [{ parts: ['address', networkOf(address), name], limit: ATTEMPTS_BEFORE_LOCK }, nameCounter(name)];
}

/** One attempt at a password, which has been counted. */
export type CountedAttempt = {
  readonly counters: readonly FailureCounter[];
  /** Network whose allowance the attempt has used; null for a known device. */
  readonly network: string | null;
};

/**
 * Counts an attempt to sign in by a name. A known device has a count of its own. Others share the allowance of their
 * address, a count of the name at that address, and a higher one of the name everywhere: attempts that one of them
 * refuses do not reach the next, so that one address cannot exhaust the last one.
 */
export async function countSignIn(
  database: Database,
  { email, origin, failures }: { readonly email: string; readonly origin: Origin; readonly failures: Allowance },
  now: Date,
): Promise<CountedAttempt | Refusal> {
  const counters = countersOf(email, origin);
  const network = isKnown(origin.device, email) ? null : networkOf(origin.address);
  return database.withIdentity(async (tx) => {
    const crowded = network === null ? null : await takeOne(tx, failures, network, now);
    if (crowded !== null) return locked(crowded, 'SIGN_IN_CROWDED');
    for (const counter of counters) {
      const until = await countAttempt(tx, counter, now);
      if (until !== null) return locked(until);
    }
    return { counters, network };
  });
}

/** The lock that a failed attempt has caused; null when the next one is accepted. */
export async function lockAfter(tx: Tx, { counters }: CountedAttempt, now: Date): Promise<Refusal | null> {
  for (const counter of counters) {
    const until = await lockedUntil(tx, counter, now);
    if (until !== null) return locked(until);
  }
  return null;
}

/** Takes back what an attempt has counted, and the failures before it. */
export async function attemptSucceeded(
  tx: Tx,
  { counters, network }: CountedAttempt,
  failures: Allowance,
): Promise<void> {
  for (const counter of counters) await forgetFailures(tx, counter);
  if (network !== null) await giveBack(tx, failures, network);
}

/** Forgets the failures of a name at the origin of somebody who has proved otherwise that they own it, and those of all addresses. */
export async function forgetFailuresOf(tx: Tx, email: string, origin: Origin): Promise<void> {
  for (const counter of countersOf(email, origin)) await forgetFailures(tx, counter);
  await forgetFailures(tx, nameCounter(comparedName(email)));
}

/** Counts the codes of a person: those of a known device apart, so that a stranger with the password cannot lock them. */
export function codeCounter(person: { readonly id: string; readonly email: string }, origin: Origin): FailureCounter {
  return isKnown(origin.device, person.email)
    ? deviceCounter('code', origin.device.id, person.id)
    : { parts: ['code', person.id], limit: ATTEMPTS_BEFORE_LOCK };
}

/** Counts confirmations of the password by a person who is signed in. They do not lock their sign-in. */
export const confirmationCounter = (personId: string): FailureCounter => ({
  parts: ['confirmation', personId],
  limit: ATTEMPTS_BEFORE_LOCK,
});

/** Key of the allowance that a request uses: a known device has one of its own. */
const sourceOf = ({ device, address }: Origin): string =>
  device === null ? networkOf(address) : `device ${device.id}`;

/**
 * Takes one from an allowance.
 * @returns why the request is refused; null when it goes on
 */
export async function takeAllowed(
  database: Database,
  allowance: Allowance,
  origin: Origin,
  now: Date,
): Promise<Refusal | null> {
  const until = await database.withIdentity((tx) => takeOne(tx, allowance, sourceOf(origin), now));
  return until === null ? null : locked(until, 'SIGN_IN_CROWDED');
}

/** Gives back what `takeAllowed` has taken for an attempt that succeeded. */
export const giveAllowedBack = (database: Database, allowance: Allowance, origin: Origin): Promise<void> =>
  database.withIdentity((tx) => giveBack(tx, allowance, sourceOf(origin)));
