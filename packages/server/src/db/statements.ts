import pg from 'pg';
import { bounds } from './database-bounds.ts';

/** Single statements under one role of the database, each a transaction of its own. */
export type Statements = {
  run<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

const INT8 = 20;

/** Counts become numbers, exact up to 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? Number
      : (pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown),
};

/** Opens a pool. A statement with values is prepared once a connection. */
export function openStatements(options: {
  readonly url: string;
  /** The role that the connections take on. */
  readonly role: string;
  readonly connections: number;
  readonly applicationName: string;
  readonly onError: (error: Error) => void;
  /** Whether a commit answers only once it is on the disk; true by default. */
  readonly durable?: boolean;
  /** Whether statements go by index even where tables are small when they are planned, and are planned once for all values. */
  readonly byIndex?: boolean;
  /** Longest wait for an answer in milliseconds, of a database that is silent; 75 s without. */
  readonly answerTimeout?: number;
}): Statements {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    ...bounds(60_000, options.answerTimeout),
    application_name: options.applicationName,
    options: [
      `-c role=${options.role}`,
      ...(options.durable === false ? ['-c synchronous_commit=off'] : []),
      ...(options.byIndex === true
        ? ['-c enable_seqscan=off', '-c enable_bitmapscan=off', '-c plan_cache_mode=force_generic_plan']
        : []),
    ].join(' '),
    types,
  });
  // Of a query that fails, as one that gets no answer does, the pool itself removes the connection.
  pool.on('connect', (client) => client.on('error', options.onError));
  pool.on('error', () => {});
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? `statement_${names.size + 1}`;
    names.set(text, known);
    return known;
  };
  return {
    async run<Row>(text: string, values?: readonly unknown[]) {
      if (values === undefined) return (await pool.query(text)).rows as Row[];
      return (await pool.query({ name: nameOf(text), text, values: [...values] })).rows as Row[];
    },
    close: () => pool.end(),
  };
}
