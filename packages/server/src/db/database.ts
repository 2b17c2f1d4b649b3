import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { runAfterCommit } from './after-commit.ts';
import { ASIDE_BOUNDS, bounds, endWhenUnanswered } from './database-bounds.ts';
import { type Actor, ActorDialect, actingAs, isStalePlan } from './dialect.ts';
import { DATABASE_ROLES } from './roles.ts';
import type { Tables } from './tables.generated.ts';

/** An open transaction. Everything in it happens or nothing does. */
export type Tx = Transaction<Tables>;

/**
 * The only ways to the data. Each opens one transaction under a role that can do no more than its purpose needs. `use` runs
 * again in a fresh one when the database ends the first as a deadlock.
 */
export type TransactionScopes = {
  /**
   * Runs in a transaction of one account, as its users see it. Row-level security hides rows of other accounts from any
   * SQL. `accountId` is a UUID that the caller has already proved the person belongs to.
   */
  withAccount<T>(accountId: string, use: (tx: Tx) => Promise<T>): Promise<T>;
  /** The engine's own work across accounts. Never on behalf of a request. */
  withSystem<T>(use: (tx: Tx) => Promise<T>): Promise<T>;
  /** Sign-in and who may do what: credentials, sessions, memberships. */
  withIdentity<T>(use: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Administration across accounts by a person whose permission for it has been checked. The same transaction records the
   * use in `admin_event`: without that row nothing is read or changed.
   */
  withAdmin<T>(action: AdminAction, use: (tx: Tx) => Promise<T>): Promise<T>;
};

/** Audit event of one use of `withAdmin`. See docs/design/identity.md. */
export type AdminAction = {
  readonly personId: string;
  /** The GraphQL field. */
  readonly name: string;
  readonly requestId: string;
  /** The account that it concerns; null for all. */
  readonly accountId: string | null;
  /** Arguments worth keeping; no secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
};

export type Database = TransactionScopes & {
  /** The same database for the engine's work, which repeats its statements: each connection plans a statement once. */
  readonly prepared: Database;
  /** Whether the database answers, within 2 s, on the connection that is set aside. Callers at the same time share one question. */
  isUp(): Promise<boolean>;
  /** Runs on one connection that nothing else uses, for what must be answered while all others are in use. */
  readonly aside: Pick<TransactionScopes, 'withSystem'>;
  /** Connections of this program's pools, and callers that wait for one. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number };
  readonly url: string;
  close(): Promise<void>;
};

/** Addresses of one database as logins of different rights. */
export type DatabaseLogins = {
  /** Takes on the roles `account` and `system`. */
  readonly work: string;
  readonly identity: string;
  readonly admin: string;
};

export type DatabaseOptions = {
  readonly url: string;
  /** Without them, the login of `url` takes on every role. */
  readonly logins?: DatabaseLogins | null;
  /** Connections at most, of all logins; 10 without. */
  readonly connections?: number;
  /** Longest wait for a connection while all are in use, in milliseconds, before OVERLOADED; without, as long as for a new one. */
  readonly patience?: number;
  /** Longest time of one statement in milliseconds; 60 s without. */
  readonly statementTimeout?: number;
  /** Longest wait for the answer to a query in milliseconds, of a database that is silent; without, 15 s more than that. */
  readonly answerTimeout?: number;
  readonly onError?: (error: Error) => void;
  /** Transactions that write are refused. */
  readonly readOnly?: boolean;
  /** As the database's administrator sees it. */
  readonly applicationName?: string;
};

/** How often a transaction is begun that is ended as a deadlock. */
const TRIES = 3;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INT8 = 20;
const DATE = 1082;

/** Dates stay texts `yyyy-MM-dd` (a Date would move them across zones); counts become numbers, exact up to 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === DATE) return (text: string) => text;
    if (format !== 'binary' && oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown;
  },
};

/** Opens pools on a migrated database. Connections are made as they are needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const pools = openPools(options);
  const opened = [...new Set(Object.values(pools))];
  const asidePool = openPool(options, options.url, { max: 1, ...ASIDE_BOUNDS });
  const { patience } = options;
  const scopes = scopesOf(programsOn(pools, { prepared: false, patience }));
  const prepared = scopesOf(programsOn(pools, { prepared: true, patience }));
  const aside = scopesOf(programsOn({ work: asidePool, identity: asidePool, admin: asidePool }, { prepared: false }));
  let closing: Promise<void> | undefined;
  let asked: Promise<boolean> | undefined;
  const sum = (of: (pool: pg.Pool) => number): number => opened.reduce((total, pool) => total + of(pool), 0);
  const database = (ownScopes: TransactionScopes, engine: () => Database): Database => ({
    ...ownScopes,
    get prepared() {
      return engine();
    },
    url: options.url,
    isUp: () =>
      (asked ??= answers(asidePool).finally(() => {
        asked = undefined;
      })),
    aside,
    connections: () => ({
      used: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }),
    close: () => (closing ??= endPools(...opened, asidePool)),
  });
  const engine: Database = database(prepared, () => engine);
  return database(scopes, () => engine);
}

type Pools = Readonly<Record<keyof DatabaseLogins, pg.Pool>>;

/** One pool for each login. Every request is signed in, few administrate: a quarter is of sign-in, one connection of the latter. */
function openPools(options: DatabaseOptions): Pools {
  const { url, logins, connections = 10 } = options;
  const limits = bounds(options.statementTimeout ?? 60_000, options.answerTimeout);
  const open = (address: string, max: number): pg.Pool => openPool(options, address, { max, ...limits });
  if (logins === undefined || logins === null) {
    const pool = open(url, connections);
    return { work: pool, identity: pool, admin: pool };
  }
  const forIdentity = Math.max(1, Math.floor(connections / 4));
  return {
    work: open(logins.work, Math.max(1, connections - forIdentity - 1)),
    identity: open(logins.identity, forIdentity),
    admin: open(logins.admin, 1),
  };
}

async function endPools(...pools: readonly pg.Pool[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.end()));
}

function openPool(options: DatabaseOptions, url: string, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ...limits,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: options.applicationName ?? 'switchboard',
    options: [
      // A login of its own sees nothing before it takes on a role; one for all may be a superuser.
      ...(url === options.url ? [`-c role=${DATABASE_ROLES.account}`] : []),
      ...(options.readOnly === true ? ['-c default_transaction_read_only=on'] : []),
    ].join(' '),
    types,
  });
  // A connection that breaks is replaced by the pool, and fails the query that uses it. An error between two queries of a
  // transaction, or while idle, reaches no query: without a listener it would end the program.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onError?.(error));
    endWhenUnanswered(client);
  });
  pool.on('error', () => {});
  return pool;
}

type Programs = Readonly<Record<keyof DatabaseLogins, Kysely<Tables>>>;

function programsOn(
  pools: Pools,
  options: { readonly prepared: boolean; readonly patience?: number | undefined },
): Programs {
  const on = (pool: pg.Pool): Kysely<Tables> => new Kysely<Tables>({ dialect: new ActorDialect(pool, options) });
  const work = on(pools.work);
  // Statements are prepared by names that are unique only within one program of a pool.
  const orWork = (pool: pg.Pool): Kysely<Tables> => (pool === pools.work ? work : on(pool));
  return { work, identity: orWork(pools.identity), admin: orWork(pools.admin) };
}

function scopesOf(programs: Programs): TransactionScopes {
  const open = async <T>(
    program: Kysely<Tables>,
    actor: Actor,
    use: (tx: Tx) => Promise<T>,
    left = TRIES,
  ): Promise<T> => {
    try {
      return await actingAs(actor, () => once(program, use));
    } catch (error) {
      if (left <= 1 || !(isDeadlock(error) || isStalePlan(error))) throw error;
      return open(program, actor, use, left - 1);
    }
  };
  const once = async <T>(program: Kysely<Tables>, use: (tx: Tx) => Promise<T>): Promise<T> => {
    const { tx, result } = await program
      .transaction()
      .execute(async (transaction) => ({ tx: transaction, result: await use(transaction) }));
    runAfterCommit(tx);
    return result;
  };
  return {
    withAccount: async (accountId, use) => {
      if (!UUID.test(accountId)) throw new TypeError('An account is named by its UUID.');
      return open(programs.work, { role: DATABASE_ROLES.account, accountId }, use);
    },
    withSystem: (use) => open(programs.work, { role: DATABASE_ROLES.system, accountId: '' }, use),
    withIdentity: (use) => open(programs.identity, { role: DATABASE_ROLES.identity, accountId: '' }, use),
    withAdmin: (action, use) =>
      open(programs.admin, { role: DATABASE_ROLES.admin, accountId: '' }, async (tx) => {
        await recordAdminAction(tx, action);
        return use(tx);
      }),
  };
}

async function recordAdminAction(tx: Tx, action: AdminAction): Promise<void> {
  await tx
    .insertInto('admin_event')
    .values({
      person_id: action.personId,
      action: action.name,
      request_id: action.requestId,
      subject_account_id: action.accountId,
      details: JSON.stringify(action.details ?? {}),
    })
    .execute();
}

/** Whether the database ended the transaction because it and another one waited for each other: nothing of it happened. */
function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, 2_000, false).unref());
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}
