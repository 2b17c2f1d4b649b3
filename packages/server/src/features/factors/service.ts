import type { Database } from '../../db/database.ts';
import {
  type AddedFactor,
  confirmApp,
  type NewApp,
  removeApp,
  startApp,
} from '../../identity/factors/authenticator-app.ts';
import { type Factors, factorsOf, hasFactor, lockPerson } from '../../identity/factors/factors.ts';
import {
  addPasskey,
  passkeyHost,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '../../identity/factors/passkeys.ts';
import { replaceRecoveryCodes } from '../../identity/factors/recovery-codes.ts';
import type { Person } from '../../identity/session.ts';
import { endOtherSessions } from '../../identity/sessions/own-sessions.ts';
import { confirmPassword } from '../../identity/sign-in.ts';
import type { MasterKey } from '../../settings/master-key.ts';

/** Why a change of factors is refused. */
export type FactorRefusal =
  | { readonly kind: 'last_factor' }
  | { readonly kind: 'external' | 'app_exists' | 'no_factor' | 'passkeys_full' | 'no_passkeys_here' }
  | { readonly kind: 'expired' | 'wrong_code' | 'passkey_refused' | 'missing' }
  | { readonly kind: 'password'; readonly message: string };

/** A person who changes their factors, and the grant of their session, which goes on while their others end. */
export type FactorOwner = Person & { readonly grantId: string | null };

/** Use cases of people's own second factors. Each change requires the password again, and ends the person's other sessions. */
export type FactorActions = {
  /** False when another identity provider signs people in. */
  readonly isEmbedded: boolean;
  /** False at an IP address, at which browsers have no passkeys. */
  readonly canAddPasskeys: boolean;
  read(person: Person): Promise<Factors>;
  startApp(person: Person, password: string): Promise<NewApp | FactorRefusal>;
  confirmApp(person: FactorOwner, code: string): Promise<AddedFactor | FactorRefusal>;
  removeApp(person: FactorOwner, password: string): Promise<Factors | FactorRefusal>;
  /** The options for the browser, as JSON. */
  startPasskey(person: Person, password: string): Promise<string | FactorRefusal>;
  addPasskey(
    person: FactorOwner,
    passkey: { readonly name: string; readonly response: string },
  ): Promise<AddedFactor | FactorRefusal>;
  renamePasskey(person: Person, id: string, name: string): Promise<Factors | FactorRefusal>;
  removePasskey(person: FactorOwner, id: string, password: string): Promise<Factors | FactorRefusal>;
  renewRecoveryCodes(person: FactorOwner, password: string): Promise<AddedFactor | FactorRefusal>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly factors: FactorActions;
  }
}

export type FactorOptions = {
  readonly database: Database;
  /** False when another identity provider signs people in. */
  readonly keepsPasswords: boolean;
  /** Whether everybody needs a factor besides the password. Off without it. */
  readonly requireSecondFactor?: boolean;
  readonly masterKey: MasterKey;
  /** Origin at which browsers reach the program. */
  readonly publicUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

export function createFactorActions(options: FactorOptions): FactorActions {
  const { database, keepsPasswords, publicUrl, now, requireSecondFactor = false } = options;

  /** Why the person may not change their factors now; null when they may. */
  async function refuse(person: Person, password: string): Promise<FactorRefusal | null> {
    if (!keepsPasswords) return { kind: 'external' };
    const message = await confirmPassword(database, person, password, new Date(now()));
    return message === null ? null : { kind: 'password', message };
  }

  return {
    isEmbedded: keepsPasswords,
    canAddPasskeys: keepsPasswords && passkeyHost(publicUrl) !== null,
    read: ({ id }) => database.withIdentity((tx) => factorsOf(tx, id)),

    startApp: async (person, password) =>
      (await refuse(person, password)) ?? (await startApp(options, person)) ?? { kind: 'app_exists' },

    async confirmApp({ id, grantId }, code) {
      const added = await confirmApp(options, id, { code, shown: null, keptGrant: grantId });
      if (added === 'wrong') return { kind: 'wrong_code' };
      return added === 'expired' ? { kind: 'expired' } : added;
    },

    async removeApp(person, password) {
      const refusal = await refuse(person, password);
      if (refusal !== null) return refusal;
      const factors = await removeApp(
        database,
        { personId: person.id, keptGrant: person.grantId },
        requireSecondFactor,
      );
      return factors === 'last' ? { kind: 'last_factor' } : factors;
    },

    async startPasskey(person, password) {
      const refusal = await refuse(person, password);
      if (refusal !== null) return refusal;
      const started = await startPasskey(options, person);
      if (started === 'unavailable') return { kind: 'no_passkeys_here' };
      return started === 'full' ? { kind: 'passkeys_full' } : started;
    },

    async addPasskey({ id, grantId }, passkey) {
      const added = await addPasskey(options, id, { ...passkey, keptGrant: grantId });
      return added === 'refused' ? { kind: 'passkey_refused' } : added;
    },

    renamePasskey: async (person, id, name) =>
      (await renamePasskey(database, { personId: person.id, id }, name)) ?? { kind: 'missing' },

    async removePasskey(person, id, password) {
      const refusal = await refuse(person, password);
      if (refusal !== null) return refusal;
      const factors = await removePasskey(
        database,
        { personId: person.id, id, keptGrant: person.grantId },
        requireSecondFactor,
      );
      return factors === 'last' ? { kind: 'last_factor' } : (factors ?? { kind: 'missing' });
    },

    async renewRecoveryCodes(person, password) {
      const refusal = await refuse(person, password);
      if (refusal !== null) return refusal;
      return database.withIdentity(async (tx) => {
        await lockPerson(tx, person.id);
        if (!hasFactor(await factorsOf(tx, person.id))) return { kind: 'no_factor' } as const;
        const recoveryCodes = await replaceRecoveryCodes(tx, person.id);
        await endOtherSessions(tx, person.id, person.grantId);
        return { factors: await factorsOf(tx, person.id), recoveryCodes };
      });
    },
  };
}
