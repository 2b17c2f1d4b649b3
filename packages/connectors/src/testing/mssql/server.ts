import { once } from 'node:events';
import { Client, DatabaseError } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { KeyProperties } from '../../spec.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type Answering, type Executor, type MssqlStandIn, startMssqlStandIn } from './stand-in.ts';
import { bulkReader, columns, done, failure, row } from './tokens.ts';
import { translate, typeOfOid } from './translate.ts';

/** A fault to inject instead of executing a statement at SQL Server. */
export type PlantedAnswer = {
  readonly statement: RegExp;
  readonly times?: number;
  readonly answer: readonly [number: number, words: string] | 'cut' | 'cut when answered';
};

/** A stand-in of SQL Server, which keeps its rows in PostgreSQL. */
export type TestMssql = {
  readonly database: TestDatabase;
  readonly port: number;
  readonly key: KeyProperties;
  /** Statements since the last planting. */
  statements(): readonly string[];
  /** Takes the place of the answers planted before, and forgets the statements. */
  plant(...answers: readonly PlantedAnswer[]): void;
  close(): Promise<void>;
};

/** Functions and views that translated statements take for granted. */
const CATALOGUE = `
  create function plain_text(boolean) returns text language sql as $$ select $1::int::text $$;
  create function plain_text(anyelement) returns text language sql as $$ select $1::text $$;
  create function iso_text(timestamp) returns text language sql as $$ select to_char($1, 'YYYY-MM-DD HH24:MI:SS.US') || '0' $$;
  create function iso_text(time) returns text language sql as $$ select to_char('2000-01-01'::date + $1, 'HH24:MI:SS.US') || '0' $$;
  create function code_page(text) returns text language sql as $$ select regexp_replace($1, '[^\\u0001-\\u00ff]', '?', 'g') $$;
  create schema dbo;
  create view mssql_tables as select table_schema, table_name, table_type from information_schema.tables;
  create view mssql_columns as select table_schema, table_name, column_name, numeric_precision as "NUMERIC_PRECISION",
    numeric_scale as "NUMERIC_SCALE", datetime_precision as "DATETIME_PRECISION",
    case when data_type in ('text', 'character varying') then 'Latin1_General_100_BIN2' end as collation_name, case data_type when 'text' then 'nvarchar' when 'character varying' then 'varchar'
    when 'bytea' then 'varbinary'
    when 'timestamp without time zone' then 'datetime2' when 'timestamp with time zone' then 'datetimeoffset'
    when 'time without time zone' then 'time' when 'boolean' then 'bit' when 'double precision' then 'float'
    when 'integer' then 'int' when 'numeric' then 'decimal' else data_type end as data_type from information_schema.columns`;

/** Numbers of SQL Server for errors of PostgreSQL. */
const NUMBERS: Readonly<Record<string, number>> = {
  '42P01': 208,
  '3F000': 208,
  '42501': 229,
  '42703': 207,
  '22P02': 8114,
  '22003': 8115,
  '22007': 241,
  '22008': 241,
  '22001': 2628,
  '23502': 515,
  '23505': 2627,
  '40001': 3960,
  '40P01': 1205,
  '55P03': 1222,
  '53100': 1105,
  '42P07': 2714,
};

const FETCHED = 500;
/** The suffix of a statement whose changed rows are counted. */
const COUNTED = ';\nselect convert(nvarchar(64), rowcount_big())';

export async function createTestMssql(): Promise<TestMssql> {
  const database = await createTestDatabase();
  await database.rows(CATALOGUE);
  let statements: string[] = [];
  let planted: { readonly plan: PlantedAnswer; left: number }[] = [];
  const plannedFor = (sql: string): PlantedAnswer['answer'] | null => {
    statements.push(sql);
    const found = planted.find(({ plan, left }) => left > 0 && plan.statement.test(sql));
    if (found === undefined) return null;
    found.left -= 1;
    return found.plan.answer;
  };
  const standIn: MssqlStandIn = await startMssqlStandIn({
    open: (answering) => executor(database, answering, plannedFor),
  });
  return {
    database,
    port: standIn.port,
    key: standIn.key,
    statements: () => statements,
    plant: (...answers) => {
      planted = answers.map((plan) => ({ plan, left: plan.times ?? 1 }));
      statements = [];
    },
    close: async () => {
      standIn.close();
      await database.close();
    },
  };
}

function executor(
  { key }: TestDatabase,
  { send, cut }: Answering,
  plannedFor: (sql: string) => PlantedAnswer['answer'] | null,
): Executor {
  const { host, port, user, password, db_name: name } = key.properties;
  const client = new Client({
    host: String(host),
    port: Number(port),
    user: String(user),
    password: String(password),
    database: String(name),
    application_name: 'stand-in of SQL Server',
  });
  client.on('error', () => undefined);
  let connected: Promise<unknown> | null = null;
  const query = async (sql: string) => {
    connected ??= client.connect().then(() => client.query(`set search_path = dbo, public; set timezone = 'UTC'`));
    await connected;
    return client.query<(string | null)[]>({
      text: sql,
      rowMode: 'array',
      types: { getTypeParser: () => (value: string) => value },
    });
  };
  let copying: ReturnType<typeof startCopy> | null = null;

  function startCopy(sql: string) {
    const stream = client.query(copyFrom(sql));
    let isFull = false;
    let failed: Error | null = null;
    stream.on('error', (error) => {
      failed ??= error;
    });
    const read = bulkReader((values) => {
      const line = values.map((value) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`)).join(',');
      isFull = !stream.write(`${line}\n`);
    });
    return {
      async take(bytes: Buffer) {
        read(bytes);
        if (isFull && failed === null) await once(stream, 'drain');
      },
      async end(): Promise<number> {
        stream.end();
        if (failed === null) await once(stream, 'finish');
        return stream.rowCount;
      },
    };
  }

  /** Runs what SQL Server would, and answers. */
  async function run(sql: string, answer: (tokens: Buffer, isLast: boolean) => Promise<void>): Promise<void> {
    const describes =
      /^select name, system_type_name from sys\.dm_exec_describe_first_result_set\(N'(.*)', null, 0\)/s.exec(sql);
    if (describes !== null) {
      const inner = translate((describes[1] ?? '').replaceAll("''", "'"));
      // A statement that fails is described by one column without a name.
      await query('savepoint described');
      const { fields } = await query(`${inner} limit 0`).catch(async () => query('rollback to savepoint described'));
      const described = fields.map((field) => row([field.name, typeOfOid(field.dataTypeID)]));
      const rows = described.length === 0 ? [row([null, null])] : described;
      return answer(Buffer.concat([columns(['name', 'system_type_name']), ...rows, done(rows.length)]), true);
    }
    if (/^set /.test(sql)) return answer(done(), true);
    if (/snapshot_isolation_state/.test(sql)) return answer(Buffer.concat([columns(['']), row(['0']), done(1)]), true);
    const lock = /sp_getapplock @Resource = N'([^']+)'/.exec(sql)?.[1];
    if (lock !== undefined) {
      const scope = /@LockOwner = 'Transaction'/.test(sql) ? 'pg_advisory_xact_lock' : 'pg_advisory_lock';
      await query(`select ${scope}(hashtextextended('${lock}', 0))`);
      return answer(Buffer.concat([columns(['']), row(['0']), done(1)]), true);
    }
    const bulk = /^insert bulk (\S+) ?\((.*)\)(?: with \(.*\))?\s*$/is.exec(sql);
    if (bulk !== null) {
      await query('select 1');
      const names = [...(bulk[2] ?? '').matchAll(/(\[(?:[^\]]|\]\])*\]) nvarchar\(max\)/gi)].map(([, one = '']) =>
        translate(one),
      );
      const into = translate((bulk[1] ?? '').startsWith('[') ? (bulk[1] ?? '') : `[${bulk[1] ?? ''}]`);
      copying = startCopy(`copy ${into} (${names.join(', ')}) from stdin with (format csv)`);
      return answer(done(), true);
    }
    const [statement = ''] = sql.split(COUNTED);
    if (statement !== sql) {
      const { rowCount } = await query(translate(statement));
      return answer(Buffer.concat([columns(['']), row([String(rowCount ?? 0)]), done(1)]), true);
    }
    const text = translate(sql);
    if (/^select .* from .* "rows"/s.test(text)) return fetchAll(text, answer);
    const { fields, rows, rowCount } = await query(text);
    if (fields.length === 0) return answer(done(rowCount ?? 0), true);
    return answer(
      Buffer.concat([columns(fields.map((field) => field.name)), ...rows.map(row), done(rows.length)]),
      true,
    );
  }

  /** Rows by a cursor, no faster than they are taken. */
  async function fetchAll(text: string, answer: (tokens: Buffer, isLast: boolean) => Promise<void>): Promise<void> {
    await query(`declare reading no scroll cursor for ${text}`);
    let count = 0;
    for (;;) {
      const { fields, rows } = await query(`fetch ${FETCHED} from reading`);
      const head = count === 0 ? columns(fields.map((field) => field.name)) : Buffer.alloc(0);
      count += rows.length;
      const isLast = rows.length < FETCHED;
      await answer(Buffer.concat([head, ...rows.map(row), ...(isLast ? [done(count)] : [])]), isLast);
      if (isLast) return;
    }
  }

  /** Answers by an error, after which the transaction is over, as XACT_ABORT has it. */
  async function refuse(number: number, words: string): Promise<void> {
    await query('rollback').catch(() => undefined);
    await send(Buffer.concat([failure(number, words), done()]), true);
  }

  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await refuse(NUMBERS[error.code ?? ''] ?? 50_000, `${error.message}.`);
    }
  }

  return {
    async batch(sql) {
      const planned = plannedFor(sql);
      if (planned === 'cut') return cut();
      if (planned !== null && planned !== 'cut when answered') return refuse(...planned);
      await guarded(() => run(sql, planned === null ? send : async () => cut()));
    },
    async bulk(bytes, isLast) {
      await guarded(async () => {
        await copying?.take(bytes);
        if (!isLast) return;
        const count = (await copying?.end()) ?? 0;
        copying = null;
        await send(done(count), true);
      });
    },
    close: () => void client.end().catch(() => undefined),
  };
}
