import { pipeline, Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { countBody } from '../../listing/count-body.ts';
import { NetworkError } from '../../network/network-error.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';
import { decimalsOf, type FoundDecimals } from '../../sql/decimal-digits.ts';
import { type DateKind, type SourceStatement, sourceStatement } from '../../sql/source-parameters.ts';
import { accessOf } from './access.ts';
import { ask, type Clickhouse, callOnce, exceptionIn } from './call-clickhouse.ts';
import { clickhouseSourceFailure } from './clickhouse-failure.ts';
import { readType } from './column-type.ts';
import { quoteName } from './quote.ts';
import { readRows } from './read-rows.ts';

/** Longest silence of a server that has answered before, such as while it sorts. */
const SILENCE_MS = 3_600_000;

/**
 * Rows of a table or query of ClickHouse for each report date, as a CSV file. Only statements that read are sent, and no
 * settings, so that users who may only read can be used.
 */
export const source: SourceConnector = {
  async fetch(request, context) {
    const statement = sourceStatement(request, {
      name: quoteName,
      bound: (kind, day, instant) => (kind === 'moment' ? `toDateTime64('${instant}', 0, 'UTC')` : `'${day}'`),
    });
    const server = { access: accessOf(request.name, request.key), context };
    return { kind: 'files', files: readFile(server, statement, request, context) };
  },
};

async function* readFile(
  server: Clickhouse,
  statement: SourceStatement,
  request: SourceRequest,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  const { name, reportDate } = request;
  const filename = `${[name, ...(reportDate === null ? [] : [reportDate])].join('-')}.csv`;
  const url = placeOf(server);
  const translate = (error: unknown): unknown =>
    clickhouseSourceFailure(error, { name, key: request.key?.name ?? '', place: url });
  const { csv, decimals } = await openRows(server, statement, request).catch((error: unknown) => {
    context.signal.throwIfAborted();
    throw translate(error);
  });
  const endedEarly = (got: number, cause?: unknown): PipelineError =>
    new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected: 'an unknown number of' }, { cause });
  const translateError = (error: Error, got: number): Error => {
    if (context.signal.aborted) return error;
    if (error instanceof NetworkError && error.kind === 'unreachable') return endedEarly(got, error);
    const translated = translate(error);
    return translated instanceof Error ? translated : error;
  };
  const body = countBody({ expected: null, onBytes: context.onBytes, endedEarly, translateError });
  // Also when it is never read.
  pipeline(csv, body, () => undefined);
  yield { filename, url, body, expectedBytes: null, contentType: 'text/csv', decimals };
}

/** Begins to read: what is wrong with the statement is an error of the request. Throws ClickhouseFailure or NetworkError. */
async function openRows(
  server: Clickhouse,
  statement: SourceStatement,
  request: SourceRequest,
): Promise<{ readonly csv: Readable; readonly decimals: FoundDecimals }> {
  const kind = statement.dateColumn === null ? null : await dateKind(server, statement.dateColumn);
  const rows = statement.rows(kind);
  const columns = await describe(server, rows);
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    const body = `the rows have two columns named ${twice}; name them apart`;
    throw new PipelineError('SOURCE_BAD_REQUEST', { name: request.name, url: placeOf(server), status: 200, body });
  }
  const values = columns.map(({ name, type }) => textExpression(quoteName(name), type));
  const sql = `SELECT ${values.join(', ')} FROM (\n${rows}\n) FORMAT JSONCompact`;
  const answer = await callOnce(server, { sql, waits: false, silenceMs: SILENCE_MS });
  const { host } = server.access;
  const csv = readRows(answer.body as AsyncIterable<Buffer>, {
    names,
    host,
    exceptionIn: (text) => exceptionIn(text, server),
  });
  const readable = Readable.from(csv, { objectMode: false });
  // Also when nothing of it was read.
  readable.once('close', () => answer.body.destroy());
  return {
    csv: readable,
    decimals: decimalsOf(columns.map(({ name, type }) => ({ name, type: readType(type).plain }))),
  };
}

type Column = { readonly name: string; readonly type: string };

/** The columns of a statement. It is not run. */
async function describe(server: Clickhouse, statement: string): Promise<readonly Column[]> {
  const rows = await ask(server, `DESCRIBE TABLE (\n${statement}\n)`);
  return rows.map(([name, type]) => ({ name: name ?? '', type: type ?? '' }));
}

const KINDS: Readonly<Record<string, DateKind>> = {
  Date: 'day',
  Date32: 'day',
  DateTime: 'moment',
  DateTime64: 'moment',
  String: 'text',
};

async function dateKind(server: Clickhouse, statement: string): Promise<DateKind | null> {
  const [column] = await describe(server, statement);
  const { base } = readType(column?.type ?? '');
  return (Object.hasOwn(KINDS, base) ? KINDS[base] : undefined) ?? null;
}

/** Types whose values are written as JSON. */
const NESTED = new Set(['Array', 'Map', 'Tuple', 'Nested', 'Object', 'JSON', 'Variant', 'Dynamic']);

/** A value as an exact text: times are UTC, lists and the like are JSON, bytes that are no text are hexadecimal after \x. */
export function textExpression(column: string, type: string): string {
  const { base } = readType(type);
  if (base === 'DateTime' || base === 'DateTime64') return `toString(${column}, 'UTC')`;
  if (NESTED.has(base)) return `toJSONString(${column})`;
  if (base !== 'String' && base !== 'FixedString') return `toString(${column})`;
  return `if(isValidUTF8(${column}), toString(${column}), concat('\\\\x', lower(hex(${column}))))`;
}

const placeOf = ({ access }: Clickhouse): string => `clickhouse://${new URL(access.origin).host}/${access.database}`;
