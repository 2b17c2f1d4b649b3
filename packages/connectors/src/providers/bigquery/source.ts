import { pipeline, Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { googleSourceFailure } from '../../google/google-failure.ts';
import { countBody } from '../../listing/count-body.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';
import type { FoundDecimals } from '../../sql/decimal-digits.ts';
import { type DateKind, type SourceStatement, sourceStatement } from '../../sql/source-parameters.ts';
import { type BigQuery, columnTypes, openAccess } from './api.ts';
import { SOURCE_PARAMETERS } from './connector.ts';
import { readPages } from './read-pages.ts';
import { PROJECT } from './target.ts';

/** A name in backticks, in which GoogleSQL reads escapes. */
const quoteName = (name: string): string => `\`${name.replace(/[\\`]/g, (char) => `\\${char}`)}\``;

/** Rows of a table or query of Google BigQuery for each report date, as a CSV file. */
export const source: SourceConnector = {
  async fetch(request, context) {
    const statement = sourceStatement(request, {
      name: quoteName,
      // Literals without a type take that of the column.
      bound: (kind, day, instant) => `'${kind === 'moment' ? `${instant}+00` : day}'`,
    });
    const api = openApi(request, context);
    return { kind: 'files', files: readRows(api, statement, request, context) };
  },
};

/** Throws PARAMETER_INVALID, KEY_MISSING, or SOURCE_AUTH_FAILED for a key that cannot be used. */
function openApi(request: SourceRequest, context: ConnectorContext): BigQuery {
  const { project: given, refuse } = SOURCE_PARAMETERS.read(request.name, request.parameters);
  try {
    const access = openAccess(request, context);
    const project = given ?? access.projectId ?? refuse('project', 'is missing, and the key names none');
    if (!PROJECT.test(project)) refuse('project', 'is not the id of a project');
    return { access, context, project, location: '' };
  } catch (error) {
    throw translate(error, request, given ?? '');
  }
}

async function* readRows(
  api: BigQuery,
  statement: SourceStatement,
  request: SourceRequest,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  const { name, reportDate } = request;
  const filename = `${[name, ...(reportDate === null ? [] : [reportDate])].join('-')}.csv`;
  const decimals: FoundDecimals = {};
  // The first page is asked for at once: what is wrong with the query is an error of the request.
  const open = async () => {
    const kind = statement.dateColumn === null ? null : await dateKind(api, statement.dateColumn);
    const read = readPages(api, statement.rows(kind), decimals);
    return { first: await read.next(), pages: read };
  };
  const { first, pages } = await open().catch((error: unknown) => {
    throw translate(error, request, api.project);
  });
  const csv = Readable.from(
    (async function* () {
      if (first.done !== true) yield first.value;
      yield* pages;
    })(),
    { objectMode: false },
  );
  const endedEarly = (got: number, cause?: unknown): PipelineError =>
    new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected: 'an unknown number of' }, { cause });
  const translateError = (error: Error): Error => {
    const translated = translate(error, request, api.project);
    return context.signal.aborted || !(translated instanceof Error) ? error : translated;
  };
  const body = countBody({ expected: null, onBytes: context.onBytes, endedEarly, translateError });
  // Also when it is never read.
  pipeline(csv, body, () => undefined);
  yield { filename, url: placeOf(api.project), body, expectedBytes: null, contentType: 'text/csv', decimals };
}

const KINDS: ReadonlyMap<string, DateKind> = new Map([
  ['DATE', 'day'],
  ['DATETIME', 'local'],
  ['TIMESTAMP', 'moment'],
  ['STRING', 'text'],
]);

/** The date kind of a statement's only column; null when it holds no dates. Reads no rows. */
async function dateKind(api: BigQuery, statement: string): Promise<DateKind | null> {
  const [type = ''] = await columnTypes(api, statement);
  return KINDS.get(type) ?? null;
}

const placeOf = (project: string): string => `bigquery://${project}`;

const translate = (error: unknown, { name, key }: SourceRequest, project: string): unknown =>
  googleSourceFailure(error, { name, key: key?.name ?? '', place: placeOf(project) });
