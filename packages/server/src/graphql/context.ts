import type { Permission } from '@switchboard/model';
import type DataLoader from 'dataloader';
import type { AdminAction, Database, Tx } from '../db/database.ts';
import { permissionsInAccount } from '../identity/resolve-session.ts';
import type { Session } from '../identity/session.ts';
import type { Queue } from '../queue/queue.ts';
import type { ChangeFeed } from './change-feed.ts';
import { RequestError } from './request-error.ts';

/**
 * What resolvers may touch besides the request. An interface, so that each feature's service.ts adds its own use cases by
 * declaration merging; api/services.ts makes them all.
 */
export interface GraphqlServices {
  readonly database: Database;
  readonly changes: ChangeFeed;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What the use cases of features are made from. */
export type ServiceOptions = {
  readonly database: Database;
  readonly queue: Queue;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** The use cases of the features alone. */
export type FeatureServices = Omit<GraphqlServices, 'database' | 'changes' | 'now'>;

/** One operation's surroundings. */
export type GraphqlContext = GraphqlServices & {
  readonly session: Session;
  /** The loaders of this operation by their definition (`LoaderDefinition`); they outlive neither it nor its account. */
  readonly loaders: Map<object, DataLoader<string, unknown>>;
  readonly adminGrants: AdminGrants;
  /** Asks again whether the request's token and person still hold; throws when not. For operations that last. */
  readonly confirm: () => Promise<void>;
  /** Epoch milliseconds at which the request's token ends; null when it does not say. */
  readonly tokenEnds: number | null;
};

/**
 * The permissions that show types of administration: those held by global roles, and those that a root field of this
 * operation has proved in the account that its argument names.
 */
export type AdminGrants = Set<Permission>;

/** What a root field of administration asks for. */
export type AdminRequirement = {
  readonly permission: Permission;
  /** The account that an argument names, in which the permission suffices; null: it must be held by a global role. */
  readonly urlName: string | null;
};

/** Whether the person may administer so; a permission that is proved here stays granted to the operation. */
export async function administers(context: GraphqlContext, required: AdminRequirement): Promise<boolean> {
  const { session, database, adminGrants } = context;
  const { permission, urlName } = required;
  const allowed =
    session.globalPermissions.has(permission) ||
    (urlName !== null && (await permissionsInAccount(database, session.person.id, urlName)).has(permission));
  if (allowed) adminGrants.add(permission);
  return allowed;
}

export type AdminUse = Pick<AdminAction, 'details'> & {
  /** The GraphQL field. */
  readonly field: string;
  /** The account that it concerns, where its id is known; null without. */
  readonly accountId?: string;
};

/** Runs in a transaction that sees the accounts and people of the installation, and records the use. */
export function inAdministration<T>(
  context: GraphqlContext,
  { field, accountId, details }: AdminUse,
  use: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { person, requestId } = context.session;
  const action = { personId: person.id, name: field, requestId, accountId: accountId ?? null, details: details ?? {} };
  return context.database.withAdmin(action, use);
}

export function holds(context: GraphqlContext, permission: Permission): boolean {
  return context.session.accountId !== null && context.session.permissions.has(permission);
}

/** The account that the request is about. @throws RequestError NOT_ALLOWED when it names none */
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
