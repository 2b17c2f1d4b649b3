import { Secret, TOTP } from 'otpauth';
import { confirmApp, startApp } from '../src/identity/factors/authenticator-app.ts';
import { createFactorLink, FACTOR_LINK_PATH } from '../src/identity/factors/factor-link.ts';
import type { Kept } from '../src/identity/factors/factors.ts';
import type { TestServer } from './http-server.ts';

/** The code that an authenticator app shows for a secret at a time, epoch milliseconds. */
export const codeAt = (secret: string, time: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });

export type EnrolledApp = { readonly secret: string; readonly recoveryCodes: readonly string[] };

/** Gives a person an authenticator app, confirmed by the code of `time`. */
export async function enrolApp(
  { database, masterKey }: Pick<TestServer, 'database' | 'masterKey'>,
  { keptGrant = null, ...person }: Kept & { readonly id: string; readonly email: string },
  time: number,
): Promise<EnrolledApp> {
  const options = { database, masterKey, now: () => time };
  const app = await startApp(options, person);
  if (app === null) throw new Error('The person has an authenticator app already.');
  const code = codeAt(app.secret, time);
  const added = await confirmApp(options, person.id, { code, shown: app.fingerprint, keptGrant });
  if (typeof added === 'string') throw new Error(`The code was not accepted: ${added}.`);
  return { secret: app.secret, recoveryCodes: added.recoveryCodes };
}

/** The path of the link that a person who has no factor is mailed. `now`: epoch milliseconds. */
export async function factorLinkPath(
  { database }: Pick<TestServer, 'database'>,
  personId: string,
  now: number,
): Promise<string> {
  const secret = await database.withIdentity((tx) => createFactorLink(tx, personId, now));
  if (secret === null) throw new Error('The person has a factor, or no password.');
  return `${FACTOR_LINK_PATH}?link=${secret}`;
}
