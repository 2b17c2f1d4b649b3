import type { Permission } from '@switchboard/model/permissions';
import type DataLoader from 'dataloader';
import type { AdminAction, Database, Tx } from '../db/database.ts';
import { permissionsInAccount } from '../identity/resolve-session.ts';
import type { Session } from '../identity/session.ts';
import type { Queue } from '../queue/queue.ts';
import type { ChangeFeed } from './change-feed.ts';
import { RequestError, refusalOf } from './request-error.ts';

/**
 * Dependencies of resolvers besides the request. An interface, so that each feature's service.ts adds its use cases by
 * declaration merging; api/services.ts creates them.
 */
export interface GraphqlServices {
  readonly database: Database;
  readonly changes: ChangeFeed;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The dependencies of use cases. */
export type ServiceOptions = {
  readonly database: Database;
  readonly queue: Queue;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** The use cases of all features. */
export type FeatureServices = Omit<GraphqlServices, 'database' | 'changes' | 'now'>;

/** The context of one operation. */
export type GraphqlContext = GraphqlServices & {
  readonly session: Session;
  /** The loaders of this operation by definition (`LoaderDefinition`). Never shared between operations. */
  readonly loaders: Map<object, DataLoader<string, unknown>>;
  readonly adminGrants: AdminGrants;
  /** Checks again that the token and the person are valid, and have lost no permission; throws otherwise. For long-running operations. */
  readonly confirm: () => Promise<void>;
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /** Sets a cookie of the browser: the value of a Set-Cookie header. */
  readonly setCookie: (cookie: string) => void;
  /** When the request's token expires, epoch milliseconds; null when it has no expiry. */
  readonly tokenEnds: number | null;
};

/**
 * The permissions that show types of administration: those of global roles, and those that a root field of this operation
 * has checked in the account of its argument.
 */
export type AdminGrants = Set<Permission>;

/** Requirement of a root field of administration. */
export type AdminRequirement = {
  readonly permission: Permission;
  /** Url names of the accounts in which the permission suffices, each of them; none: a global role must have the permission. */
  readonly urlNames: readonly string[];
};

/** Accounts that one operation names at most. */
export const MAX_ACCOUNTS = 100;

/** Whether the person meets the requirement. The permission is then granted to the rest of the operation. */
export async function administers(context: GraphqlContext, required: AdminRequirement): Promise<boolean> {
  const { session, database, adminGrants } = context;
  const { permission, urlNames } = required;
  const isHeldIn = async (urlName: string): Promise<boolean> =>
    (await permissionsInAccount(database, session, urlName)).has(permission);
  const allowed =
    session.globalPermissions.has(permission) ||
    (urlNames.length > 0 && (await Promise.all(urlNames.slice(0, MAX_ACCOUNTS + 1).map(isHeldIn))).every(Boolean));
  if (allowed) adminGrants.add(permission);
  return allowed;
}

export type AdminUse = Pick<AdminAction, 'details'> & {
  /** The GraphQL field. */
  readonly field: string;
  /** The account that is administered, if its id is known. */
  readonly accountId?: string;
};

/** Runs in a transaction that sees all accounts and people of the installation, and records an audit event. */
export async function inAdministration<T>(
  context: GraphqlContext,
  { field, accountId, details }: AdminUse,
  use: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { person, requestId } = context.session;
  const action = { personId: person.id, name: field, requestId, accountId: accountId ?? null, details: details ?? {} };
  try {
    return await context.database.withAdmin(action, use);
  } catch (error) {
    throw refusalOf(error);
  }
}

export function holds(context: GraphqlContext, permission: Permission): boolean {
  return context.session.accountId !== null && context.session.permissions.has(permission);
}

/** The account of the request. @throws RequestError NOT_ALLOWED when the request has none */
export function accountOf(context: GraphqlContext): string {
  const { accountId } = context.session;
  if (accountId === null) throw new RequestError('NOT_ALLOWED');
  return accountId;
}

/** Runs in a transaction that sees the request's account only. */
export function inAccount<T>(context: GraphqlContext, use: (tx: Tx, accountId: string) => Promise<T>): Promise<T> {
  const accountId = accountOf(context);
  return context.database.withAccount(accountId, (tx) => use(tx, accountId));
}
