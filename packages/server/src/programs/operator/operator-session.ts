import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { Permission } from '@switchboard/model/permissions';
import type { AdminAction, Database, Tx } from '../../db/database.ts';
import { RequestError, refusalOf } from '../../graphql/request-error.ts';
import { administratorsEverywhere, sessionOfPerson } from '../../identity/resolve-session.ts';
import type { Session } from '../../identity/session.ts';
import { createScope, inScope } from '../../observe/scope.ts';

/** An act at the command line that is refused, with what to do. */
export class OperatorRefused extends Error {
  override readonly name = 'OperatorRefused';
}

/** Acts of a person who administers the installation, made at the command line of its server. */
export type OperatorSession = {
  readonly database: Database;
  /** Within the account that was named, if one was. */
  readonly session: Session;
  /** Runs in a transaction of administration, which records its use. */
  readonly inAdministration: <T>(details: AdminAction['details'], use: (tx: Tx) => Promise<T>) => Promise<T>;
};

export type OperatorRequest = {
  readonly database: Database;
  /** Address of the person; null: the only one who administers accounts everywhere. */
  readonly as: string | null;
  /** The command, for the audit log. */
  readonly act: string;
  /** Url name of an active account that the act takes place in; null for administration. */
  readonly account: string | null;
  /** The permission that the person needs there, or everywhere. */
  readonly permission: Permission;
};

/**
 * Runs an act of an operator of the server as a person with the permissions of that person. The audit log names the person, the
 * operating system's user and the command.
 * @throws OperatorRefused without such a person or account; RequestError NOT_ALLOWED without the permission
 */
export async function actAsOperator<T>(
  { database, as, act, account, permission }: OperatorRequest,
  use: (operator: OperatorSession) => Promise<T>,
): Promise<T> {
  const email = as ?? (await onlyAdministrator(database));
  const found = await sessionOfPerson(database, email, null);
  if (found === null) throw new OperatorRefused(`There is no active person ${email}.`);
  const entered = account === null ? found : await sessionOfPerson(database, email, account);
  if (entered === null) throw new OperatorRefused(`There is no active account ${account}.`);
  const requestId = randomUUID();
  const session: Session = { ...entered, requestId };
  const { person, permissions, globalPermissions } = session;
  if (!(account === null ? globalPermissions : permissions).has(permission)) throw new RequestError('NOT_ALLOWED');
  const origin = { address: 'local', userAgent: `switchboard ${act} by ${userInfo().username}@${hostname()}` };
  const scope = createScope(requestId, {}, null, origin);
  scope.sender = { personId: person.id, serviceTokenId: null };
  const inAdministration: OperatorSession['inAdministration'] = async (details, work) => {
    const action = { personId: person.id, name: act, requestId, accountId: null, details: details ?? {} };
    try {
      return await database.withAdmin(action, work);
    } catch (error) {
      throw refusalOf(error);
    }
  };
  return inScope(scope, () => use({ database, session, inAdministration }));
}

async function onlyAdministrator(database: Database): Promise<string> {
  const [first, second] = await administratorsEverywhere(database);
  if (first === undefined)
    throw new OperatorRefused('This installation has no administrator yet. Start Switchboard, which adds its owner.');
  if (second !== undefined)
    throw new OperatorRefused('Several people administer this installation. Name the one who acts with --as EMAIL.');
  return first;
}
