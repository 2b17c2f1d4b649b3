import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline, type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PipelineError } from '@switchboard/model/errors/errors';
import { countBody } from '../../listing/count-body.ts';
import { detectSandbox } from '../../sandbox/detect-sandbox.ts';
import { startSandboxed } from '../../sandbox/start-sandboxed.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';
import { type DateKind, type SourceStatement, sourceStatement } from '../../sql/source-parameters.ts';
import { fetchDatabase } from './fetch-database.ts';
import type { ReadFailure, ReadOrder, TableFacts } from './read-database.ts';

/** With this the program says that it runs. */
const READY = '\n';

/** Result codes of SQLite. */
const CODES = { noMemory: 7, corrupt: 11, notADatabase: 26 } as const;

const PROGRAM = fileURLToPath(new URL('./read-database.ts', import.meta.url));

/**
 * Rows of a table or query of a database file of SQLite, as a CSV file. The file is copied from where it is, checked, and read by a
 * process that may do nothing else.
 */
export const source: SourceConnector = {
  async fetch(request, context) {
    const statement = sourceStatement(request, {
      name: quoteName,
      bound: (kind, day, instant) => (kind === 'moment' ? `unixepoch('${instant}')` : `'${day}'`),
    });
    return { kind: 'files', files: readFile(statement, request, context) };
  },
};

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function* readFile(
  statement: SourceStatement,
  request: SourceRequest,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  context.signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-sqlite-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'fetched.db');
    const { filename: file, url } = await fetchDatabase(request, context, path);
    const asked = { request, file, url, signal: context.signal };
    const { all, dateName } = statement;
    const dateKinds = dateName === null ? null : kindsOf(all, quoteName(dateName));
    const facts = JSON.parse(await text(run({ kind: 'facts', path, all, dateKinds }, asked))) as TableFacts;
    if (facts.damage !== null) throw incomplete(file, oneLine(facts.damage));
    const rows = statement.rows(dateName === null ? null : dateKind(facts.dateKinds, dateName, request), listOf(facts));
    const { name, reportDate } = request;
    const filename = `${[name, ...(reportDate === null ? [] : [reportDate])].join('-')}.csv`;
    const endedEarly = (got: number): PipelineError =>
      new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected: 'an unknown number of' });
    const body = countBody({ expected: null, onBytes: context.onBytes, endedEarly });
    // Also when it is never read.
    pipeline(run({ kind: 'rows', path, rows }, asked), body, () => void remove());
    yield { filename, url, body, expectedBytes: null, contentType: 'text/csv' };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Each value as it is stored: bytes that are not text in hexadecimal after \x, and the bytes of a text as they are. */
const listOf = ({ names }: TableFacts): string =>
  names
    .map(quoteName)
    .map(
      (name) =>
        `case typeof(${name}) when 'text' then cast(${name} as blob) when 'blob' then '\\x' || lower(hex(${name})) else ${name} end as ${name}`,
    )
    .join(', ');

/** Times in seconds between 1973 and 2286; milliseconds, and dates as numbers such as 20260304, lie outside. */
const SECONDS = 'between 100000000 and 9999999999';
const DATE = "'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'";

/** The statement for the kinds of values that a column holds, each once. */
const kindsOf = (all: string, column: string): string =>
  `select distinct case when typeof(${column}) = 'text' and ${column} not glob ${DATE} then 'text that begins otherwise than yyyy-MM-dd' when typeof(${column}) = 'integer' and ${column} not ${SECONDS} then 'integers that are no seconds since 1970' else typeof(${column}) end as kind from (\n${all}\n) where ${column} is not null`;

/** The kind of a date column, of which every value must be comparable: SQLite lets each row hold another type. Throws PARAMETER_INVALID. */
function dateKind(kinds: readonly string[], column: string, { name }: SourceRequest): DateKind {
  const refuse = (reason: string): never => {
    throw new PipelineError('PARAMETER_INVALID', { name, parameter: 'date_column', reason });
  };
  const [kind = 'text', ...others] = kinds;
  if (others.length > 0)
    refuse(`names ${column}, which holds ${kinds.toSorted().join(' and ')}; convert it in a query`);
  if (kind === 'integer') return 'moment';
  return kind === 'text' ? 'text' : refuse(`names ${column}, which holds ${kind}, not dates`);
}

type Asked = {
  readonly request: SourceRequest;
  readonly file: string;
  readonly url: string;
  readonly signal: AbortSignal;
};

const badRequest = ({ request, url }: Asked, body: string): PipelineError =>
  new PipelineError('SOURCE_BAD_REQUEST', { name: request.name, url, status: 'SQLite', body });
const incomplete = (file: string, reason: string): PipelineError =>
  new PipelineError('FILE_INCOMPLETE', { file, format: 'SQLite', reason });

/** A report of SQLite without the frame that it has for people. */
const oneLine = (report: string): string => report.replace(/^\*+ in database main \*+\s*/, '').replace(/\s+/g, ' ');

/** Memory that the program may take once it runs, in bytes; a query that needs more fails. */
const MEMORY_LIMIT = 768 * 1024 ** 2;
/** Processor time, after which a program whose reader has died ends. */
const PROCESSOR_SECONDS = 3_600;

/** The output of the program, in the sandbox. It errors where the program reports an error, or ends otherwise than by itself. Destroying it ends the program. */
function run(order: ReadOrder, asked: Asked): Readable {
  const { signal } = asked;
  const fences = ['--permission', `--allow-fs-read=${dirname(order.path)}`, `--allow-fs-read=${import.meta.dirname}`];
  const program = [
    process.execPath,
    '--max-old-space-size=256',
    ...fences,
    '--disable-warning=ExperimentalWarning',
    PROGRAM,
  ];
  const { child, allow } = startSandboxed(detectSandbox(), program, [import.meta.dirname]);
  const kill = (): void => void child.kill('SIGKILL');
  if (signal.aborted) kill();
  signal.addEventListener('abort', kill, { once: true });
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  ended.catch(() => undefined).finally(() => signal.removeEventListener('abort', kill));
  const said = text(child.stderr).catch(() => '');
  // A program that has ended reports why; the order need not have arrived.
  child.stdin.on('error', () => undefined);
  const begin = async (): Promise<void> => {
    const limits = { memoryBytes: MEMORY_LIMIT, cpuSeconds: PROCESSOR_SECONDS, fileBytes: 0 };
    if (await allow({ reads: [dirname(order.path)], writes: [], limits })) child.stdin.end(JSON.stringify(order));
  };
  let hasBegun = false;
  const output = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (hasBegun) return done(null, chunk);
      // The limit of memory counts from what the program has once it runs.
      hasBegun = true;
      begin().then(() => done(null, chunk.subarray(READY.length)), done);
    },
    flush: (done) =>
      void ended
        .then(async ([code]) =>
          code === 0 ? null : signal.aborted ? (signal.reason as Error) : failureOf(await said, asked),
        )
        .then(done, done),
  });
  pipeline(child.stdout, output, kill);
  return output;
}

/** The error of the source that the program reports. */
function failureOf(said: string, asked: Asked): Error {
  let failure: ReadFailure;
  try {
    failure = JSON.parse(said) as ReadFailure;
  } catch {
    return new Error(`the program that reads SQLite ended: ${said.slice(0, 500)}`);
  }
  const { code, text: reason } = failure;
  if (code === CODES.corrupt || code === CODES.notADatabase) return incomplete(asked.file, reason);
  return badRequest(asked, code === CODES.noMemory ? 'the query needs too much memory' : reason);
}
