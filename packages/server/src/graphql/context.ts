import type { Permission } from '@switchboard/model';
import type { Database, Tx } from '../db/database.ts';
import type { BackfillActions } from '../features/backfills/service.ts';
import type { TestActions } from '../features/test-runs/service.ts';
import type { TransferActions } from '../features/transfers/service.ts';
import type { Session } from '../identity/session.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { LoaderCache } from './loaders.ts';
import { RequestError } from './request-error.ts';

/** What resolvers may touch besides the request. */
export type GraphqlServices = {
  readonly database: Database;
  readonly transfers: TransferActions;
  readonly changes: ChangeFeed;
  readonly backfills: BackfillActions;
  readonly tests: TestActions;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** One operation's surroundings. */
export type GraphqlContext = GraphqlServices & {
  readonly session: Session;
  readonly loaders: LoaderCache;
  /** Asks again whether the request's token and person still hold; throws when not. For operations that last. */
  readonly confirm: () => Promise<void>;
  /** Epoch milliseconds at which the request's token ends; null when it does not say. */
  readonly tokenEnds: number | null;
};

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
