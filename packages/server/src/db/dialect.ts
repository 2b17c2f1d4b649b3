import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { takeConnection } from './take-connection.ts';

/** The role and account that a transaction acts for. Both become part of SQL: `role` is one of ours, `accountId` a UUID or empty. */
export type Actor = { readonly role: string; readonly accountId: string };

const actors = new AsyncLocalStorage<Actor>();

/** Runs work whose transactions begin as an actor. */
export const actingAs = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => actors.run(actor, work);

/** Message on the statement channel: the SQL as sent, the columns and rows as received. */
type StatementResult = {
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};

/** Publishes a `StatementResult` for each statement; costs nothing without a subscriber. */
export const STATEMENT_CHANNEL = 'switchboard:statement';
const statements = channel(STATEMENT_CHANNEL);

/** Bound per program, so that statements whose text varies do not fill the memory of the connections. */
const MAX_PREPARED = 1_000;
const SAFE = /^[\w-]*$/;

/** PostgreSQL through `pool`, each transaction in its actor's role from its first message on. */
export class ActorDialect extends PostgresDialect {
  private readonly pool: PostgresPool;

  /**
   * @param options.prepared whether statements are planned once a connection, for work that says the same again and again
   * @param options.patience milliseconds to wait for a connection while all are in use
   */
  constructor(pool: pg.Pool, options: { readonly prepared: boolean; readonly patience?: number | undefined }) {
    const wrapped = wrapPool(pool, options.prepared ? statementNames() : () => undefined, options.patience);
    super({ pool: wrapped });
    this.pool = wrapped;
  }

  override createDriver(): Driver {
    return new ActorDriver({ pool: this.pool });
  }
}

class ActorDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const { role, accountId } = actors.getStore() ?? { role: '', accountId: '' };
    if (role === '' || !SAFE.test(role) || !SAFE.test(accountId)) throw new TypeError('A transaction needs its actor.');
    // One message for all, and nothing to plan.
    const begin = `begin; set local role ${role}; set local app.account_id = '${accountId}'`;
    try {
      await connection.executeQuery(CompiledQuery.raw(begin));
    } catch (error) {
      // The transaction may have begun: roll it back, or the connection returns to the pool inside it.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
      throw error;
    }
  }
}

/** A table's new shape ends the plans that give its rows; the connection that holds them is of no more use. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.includes('cached plan');

/**
 * Names statements for preparation. Each role has plans of its own: row security is part of a plan, and a plan shared by two
 * roles would be rebuilt on each change of role.
 */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const role = actors.getStore()?.role ?? '';
    const key = `${role} ${text}`;
    const known = names.get(key);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const name = `prepared_${names.size + 1}`;
    names.set(key, name);
    return name;
  };
}

/** A pool that prepares the statements that `nameOf` names and publishes every result on the statement channel. */
function wrapPool(
  pool: pg.Pool,
  nameOf: (text: string) => string | undefined,
  patience: number | undefined,
): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let stale = false;
    const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      const name = values.length === 0 ? undefined : nameOf(text);
      try {
        const result = await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
        if (statements.hasSubscribers)
          statements.publish({ text, fields: result.fields ?? [], rows: result.rows ?? [] } satisfies StatementResult);
        return result as unknown as PostgresQueryResult<R>;
      } catch (error) {
        stale ||= isStalePlan(error);
        throw error;
      }
    };
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy === true || stale),
    };
  };
  return {
    options: pool.options,
    async connect() {
      const client = await takeConnection(pool, patience);
      const known = clients.get(client) ?? wrap(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
