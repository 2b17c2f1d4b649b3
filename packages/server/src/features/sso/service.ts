import type { ServiceOptions } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { Session } from '../../identity/session.ts';
import type { LookUpTxt } from '../../identity/sso/look-up-txt.ts';
import type { Vault } from '../../identity/vault.ts';
import { saveBreakGlass } from './break-glass.ts';
import { addDomain, removeDomain, verifyDomain } from './change-domains.ts';
import { MISSING, type SsoOutcome } from './outcomes.ts';
import { removeSsoConnection } from './remove-connection.ts';
import { type SsoConnectionEdit, saveSsoConnection } from './save-connection.ts';
import { setSsoOnly } from './set-sso-only.ts';

/** Use cases of single sign-on. The account is the session's; objects of another one are `missing`. */
export type SsoActions = {
  save(session: Session, edit: SsoConnectionEdit): Promise<SsoOutcome>;
  remove(session: Session, id: string): Promise<SsoOutcome>;
  /** Requires single sign-on of people of the verified domains, or lets them sign in by password again. */
  setOnly(session: Session, id: string, isOnly: boolean): Promise<SsoOutcome>;
  addDomain(session: Session, domain: string): Promise<SsoOutcome>;
  /** Reads the record of the domain, which proves that the account owns it. */
  verifyDomain(session: Session, id: string): Promise<SsoOutcome>;
  removeDomain(session: Session, id: string): Promise<SsoOutcome>;
  /** Origin of the console. */
  readonly publicUrl: string;
  /** Whether this installation signs people in itself. */
  readonly isAvailable: boolean;
  /** Replaces the break-glass administrators. */
  saveBreakGlass(session: Session, personIds: readonly string[]): Promise<SsoOutcome>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly sso: SsoActions;
  }
}

export type SsoOptions = {
  readonly vault: Vault;
  readonly lookUpTxt: LookUpTxt;
  readonly publicUrl: string;
  /** Whether the embedded provider signs people in. */
  readonly keepsPasswords: boolean;
};

export function createSsoActions({
  database,
  vault,
  lookUpTxt,
  publicUrl,
  keepsPasswords,
  now,
}: ServiceOptions & SsoOptions): SsoActions {
  type Account = Session & { readonly accountId: string };
  const inAccountOf = async (
    session: Session,
    ids: readonly (string | null)[],
    use: (account: Account) => Promise<SsoOutcome>,
  ): Promise<SsoOutcome> => {
    const { accountId } = session;
    if (accountId === null || ids.some((id) => id !== null && !UUID.test(id))) return MISSING;
    return use({ ...session, accountId });
  };
  return {
    publicUrl,
    isAvailable: keepsPasswords,
    save: (session, edit) =>
      inAccountOf(session, [edit.id], (account) => saveSsoConnection({ database, vault }, account, edit)),
    remove: (session, id) => inAccountOf(session, [id], (account) => removeSsoConnection(database, account, id)),
    setOnly: (session, id, isOnly) =>
      inAccountOf(session, [id], (account) => setSsoOnly(database, account, { id, isOnly })),
    addDomain: (session, domain) => inAccountOf(session, [], (account) => addDomain(database, account, domain)),
    verifyDomain: (session, id) =>
      inAccountOf(session, [id], (account) => verifyDomain({ database, lookUpTxt, now }, account, id)),
    removeDomain: (session, id) => inAccountOf(session, [id], (account) => removeDomain(database, account, id)),
    saveBreakGlass: (session, personIds) =>
      inAccountOf(session, personIds, (account) => saveBreakGlass(database, account, personIds)),
  };
}
