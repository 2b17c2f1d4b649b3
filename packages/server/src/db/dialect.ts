import { AsyncLocalStorage } from 'node:async_hooks';
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

/** Whom a transaction acts for. Both become part of SQL: `role` is one of ours, `accountId` a UUID or empty. */
export type Actor = { readonly role: string; readonly accountId: string };

const actors = new AsyncLocalStorage<Actor>();

/** Runs work whose transactions begin as an actor. */
export const actingAs = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => actors.run(actor, work);

/** Of one program: what changes its text with every call must not fill the connections' memory. */
const MOST_PREPARED = 1_000;
const SAFE = /^[\w-]*$/;

/** PostgreSQL through `pool`, each transaction in its actor's role from its first message on. */
export class ActorDialect extends PostgresDialect {
  private readonly pool: PostgresPool;

  /** @param options.prepared whether statements are planned once a connection, for work that says the same again and again */
  constructor(pool: pg.Pool, options: { readonly prepared: boolean }) {
    const shown = options.prepared ? preparedPool(pool) : pool;
    super({ pool: shown });
    this.pool = shown;
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
      // The transaction may have begun; nobody else would end it.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
      throw error;
    }
  }
}

/** A table's new shape ends the plans that give its rows; the connection that holds them is of no more use. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.includes('cached plan');

/**
 * A pool whose statements with values are prepared. Each role has plans of its own: rows that it may see are part of them,
 * and one that is used by two would be made anew each time.
 */
function preparedPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const role = actors.getStore()?.role ?? '';
    const key = `${role} ${text}`;
    const known = names.get(key);
    if (known !== undefined || names.size >= MOST_PREPARED) return known;
    const made = `prepared_${names.size + 1}`;
    names.set(key, made);
    return made;
  };
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const prepared = (client: pg.PoolClient): PostgresPoolClient => {
    let stale = false;
    const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      const name = values.length === 0 ? undefined : nameOf(text);
      try {
        const result = await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
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
      const client = await pool.connect();
      const known = clients.get(client) ?? prepared(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
