import { setTimeout as pause } from 'node:timers/promises';
import { callForJson, callGoogle, kindOf } from '../../google/call-google.ts';
import { type GoogleAccess, openGoogleAccess } from '../../google/google-access.ts';
import { GoogleFailure } from '../../google/google-failure.ts';
import { quoted, secretsOf } from '../../secrets.ts';
import type { ConnectorContext, DeliveryRequest } from '../../spec.ts';

const HOST = 'bigquery.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/bigquery';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const SHOWN_LENGTH = 500;

type Json = Readonly<Record<string, unknown>>;

/** The API of BigQuery for the tables of one dataset. All throw GoogleFailure, NetworkError, or an aborted signal's reason. */
export type BigQuery = {
  readonly access: GoogleAccess;
  readonly context: Pick<ConnectorContext, 'egress' | 'signal' | 'pause'>;
  readonly project: string;
  /** Where the dataset is; empty until it was asked for. */
  readonly location: string;
};

export const openAccess = (request: Pick<DeliveryRequest, 'name' | 'key'>, context: ConnectorContext): GoogleAccess =>
  openGoogleAccess(request.name, request.key, SCOPE, context);

/** Finds out where a dataset is, which says that it exists and that the key may see it. */
export async function openBigQuery(
  access: GoogleAccess,
  { project, dataset }: { readonly project: string; readonly dataset: string },
  context: ConnectorContext,
): Promise<BigQuery> {
  const api = { access, context, project, location: '' };
  const { location } = await callForJson(access, { method: 'GET', url: urlOf(api, `/datasets/${dataset}`) }, context);
  return { ...api, location: textOf(location) };
}

/** The address of something of the project. `prefix`: `/upload` for bytes. */
export const urlOf = ({ access, project }: BigQuery, path: string, prefix = ''): string =>
  `${access.origin(HOST)}${prefix}/bigquery/v2/projects/${encodeURIComponent(project)}${path}`;

const tableUrl = (api: BigQuery, dataset: string, table = ''): string =>
  urlOf(api, `/datasets/${dataset}/tables${table === '' ? '' : `/${encodeURIComponent(table)}`}`);

/** A column of a table as the API describes it. */
export type TableField = {
  readonly name: string;
  readonly type: string;
  readonly mode: string;
  /** Digits of a NUMERIC or BIGNUMERIC; absent where it has as many as the type allows. */
  readonly precision?: string;
  readonly scale?: string;
};

/** The columns of a table; null when there is none. */
export async function findTable(api: BigQuery, dataset: string, table: string): Promise<readonly TableField[] | null> {
  try {
    const call = { method: 'GET', url: tableUrl(api, dataset, table) } as const;
    const { schema } = await callForJson(api.access, call, api.context);
    const { fields } = isRecord(schema) ? schema : {};
    return itemsOf(fields).map(({ name, type, mode, precision, scale }) => ({
      name: textOf(name),
      type: textOf(type),
      mode: textOf(mode),
      ...(precision === undefined ? {} : { precision: textOf(precision), scale: textOf(scale) }),
    }));
  } catch (error) {
    if (error instanceof GoogleFailure && error.kind === 'missing') return null;
    throw error;
  }
}

/** Creates a table unless there is one. */
export async function ensureTable(api: BigQuery, dataset: string, table: string, resource: Json): Promise<void> {
  const tableReference = { projectId: api.project, datasetId: dataset, tableId: table };
  const call = { method: 'POST', url: tableUrl(api, dataset), body: { tableReference, ...resource } } as const;
  const answer = await callGoogle(api.access, { ...call, accepts: [409] }, api.context);
  answer.body.destroy();
}

/** Deletes a table, whatever happens elsewhere. Never throws. */
export async function dropTable(api: BigQuery, dataset: string, table: string, limitMs: number): Promise<void> {
  const call = { method: 'DELETE', url: tableUrl(api, dataset, table), accepts: [404] } as const;
  await callGoogle(api.access, call, { ...api.context, signal: AbortSignal.timeout(limitMs) }).then(
    ({ body }) => body.destroy(),
    () => undefined,
  );
}

/** Named parameters of a query; texts are STRING, numbers INT64. */
export type QueryParameters = Readonly<Record<string, string | number>>;

const queryConfiguration = (query: string, parameters: QueryParameters): Json => ({
  query,
  useLegacySql: false,
  parameterMode: 'NAMED',
  queryParameters: Object.entries(parameters).map(([name, value]) => ({
    name,
    parameterType: { type: typeof value === 'number' ? 'INT64' : 'STRING' },
    parameterValue: { value: String(value) },
  })),
});

/** The rows of a short query, values as texts. */
export async function queryRows(
  api: BigQuery,
  query: string,
  parameters: QueryParameters,
): Promise<readonly (readonly (string | null)[])[]> {
  const body = { ...queryConfiguration(query, parameters), location: api.location, timeoutMs: 10_000 };
  let answer = await callForJson(api.access, { method: 'POST', url: urlOf(api, '/queries'), body }, api.context);
  for (let tries = 1; answer['jobComplete'] !== true; tries += 1) {
    const { jobReference } = answer;
    const id = textOf(isRecord(jobReference) ? jobReference['jobId'] : '');
    await waitFor(tries, api.context.signal);
    const url = urlOf(api, `/queries/${encodeURIComponent(id)}?location=${api.location}&timeoutMs=10000`);
    answer = await callForJson(api.access, { method: 'GET', url }, api.context);
  }
  return itemsOf(answer['rows']).map(({ f }) =>
    itemsOf(f).map(({ v }) => (v === null || v === undefined ? null : textOf(v))),
  );
}

/** The types of the columns that a query would give. It is not run, and costs nothing. */
export async function columnTypes(api: BigQuery, query: string): Promise<readonly string[]> {
  const body = { query, useLegacySql: false, dryRun: true };
  const { schema } = await callForJson(api.access, { method: 'POST', url: urlOf(api, '/queries'), body }, api.context);
  return itemsOf(isRecord(schema) ? schema['fields'] : undefined).map(({ type }) => textOf(type));
}

/** Runs a script under an id of our own: one whose request is repeated is found, and does not run twice. */
export async function runScript(
  api: BigQuery,
  jobId: string,
  query: string,
  parameters: QueryParameters,
): Promise<void> {
  const body = {
    jobReference: jobReference(api, jobId),
    configuration: { query: queryConfiguration(query, parameters) },
  };
  const answer = await callGoogle(
    api.access,
    { method: 'POST', url: urlOf(api, '/jobs'), body, accepts: [409] },
    api.context,
  );
  answer.body.destroy();
  await finishJob(api, jobId);
}

export const jobReference = ({ project, location }: BigQuery, jobId: string): Json => ({
  projectId: project,
  jobId,
  location,
});

/** Waits for a job and returns its statistics. Throws GoogleFailure for what made it fail. */
export async function finishJob(api: BigQuery, jobId: string): Promise<Json> {
  const url = urlOf(api, `/jobs/${encodeURIComponent(jobId)}?location=${api.location}`);
  for (let tries = 1; ; tries += 1) {
    const { status, statistics } = await callForJson(api.access, { method: 'GET', url }, api.context);
    const { state, errorResult } = isRecord(status) ? status : {};
    if (isRecord(errorResult)) throw jobFailure(api, errorResult);
    if (state === 'DONE') return isRecord(statistics) ? statistics : {};
    await waitFor(tries, api.context.signal);
  }
}

/** The reason of a transaction that another one cancelled: the API gives none of its own. */
export const CONCURRENT_UPDATE = 'concurrentUpdate';

function jobFailure({ access }: BigQuery, { reason, message }: Json): GoogleFailure {
  const given = textOf(message);
  const assertion = /\bSWITCHBOARD_[A-Z_]+/.exec(given)?.[0];
  const code = assertion ?? (/aborted due to concurrent update/i.test(given) ? CONCURRENT_UPDATE : textOf(reason));
  const text = quoted(given, secretsOf(access.key), SHOWN_LENGTH).replace(/\.+$/, '');
  const { host } = new URL(access.origin(HOST));
  return new GoogleFailure(kindOf(code, 400), code, text || code, { host, status: 400 });
}

/** A pause that grows with the tries. */
export async function waitFor(tries: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10), LONGEST_PAUSE_MS);
  await pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const itemsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
