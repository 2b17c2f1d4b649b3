import { PipelineError } from '@switchboard/model/errors/errors';
import { z } from 'zod';
import { shownAnswer } from '../../network/answers.ts';
import type { EgressResponse } from '../../network/egress.ts';
import { isObject, type Json, type JsonObject, textOf, valueAt } from '../../network/json-values.ts';
import type { ConnectorContext, SourceRequest } from '../../spec.ts';
import { askForJson } from './pages.ts';
import { checkedUrl, filledDeep, reportUrl } from './parameters.ts';
import { jsonBody } from './request-body.ts';
import type { AsyncParameters, HttpParameters } from './settings.ts';

const ANSWER_LIMIT = 1024 * 1024;

/** State between two polls. Times in epoch milliseconds. */
const stateSchema = z.object({ reportId: z.string().min(1).max(1000), orderedAt: z.number() });

type ReportState = z.infer<typeof stateSchema>;

export type ReportStep =
  | { readonly kind: 'wait'; readonly state: ReportState; readonly checkAfterSeconds: number }
  /** `declared`: the address is the script's own, not one that the provider made up. */
  | { readonly kind: 'ready'; readonly url: string; readonly declared: boolean }
  /** The report has no records. */
  | { readonly kind: 'empty' };

type PollResult = { readonly answer: EgressResponse; readonly fields: JsonObject };

/** Orders the report, or polls the one ordered before. Throws SOURCE_REPORT_FAILED when the provider will not make it. */
export async function nextReportStep(
  asynchronous: AsyncParameters,
  parameters: HttpParameters,
  orderUrl: string,
  request: SourceRequest,
  context: ConnectorContext,
): Promise<ReportStep> {
  const fail = (reason: string): never => {
    throw new PipelineError('SOURCE_REPORT_FAILED', { name: request.name, reason });
  };
  const answered = (fields: JsonObject): string => shownAnswer(JSON.stringify(fields), request.key);
  const earlier = request.state === null ? null : stateSchema.safeParse(request.state);
  const previous = earlier?.success ? earlier.data : null;
  const ordered = previous === null ? await poll(orderUrl, parameters, request, context) : null;
  const state = previous ?? {
    reportId:
      idIn(ordered?.fields ?? {}, asynchronous.idField) ??
      fail(`its answer holds no report id: ${answered(ordered?.fields ?? {})}`),
    orderedAt: context.now(),
  };
  const statusUrl = reportUrl(request, 'status_url', asynchronous.statusUrl, state.reportId);
  const polled =
    ordered ??
    (await poll(
      statusUrl,
      pollOf(asynchronous, parameters, state.reportId, statusUrl, orderUrl),
      withKeyFor(request, statusUrl, orderUrl),
      context,
    ));
  const status = textOf(valueAt(polled.fields, asynchronous.statusField)).toLowerCase();
  if (asynchronous.failed.includes(status)) {
    return fail(answered(polled.fields));
  }
  if (asynchronous.ready.includes(status)) {
    const ready = readyAt(asynchronous, state.reportId, polled.fields, statusUrl, request);
    if (ready === null && asynchronous.missingUrl === 'empty') return { kind: 'empty' };
    return ready ?? fail(`its answer holds no address of the file: ${answered(polled.fields)}`);
  }
  if (context.now() - state.orderedAt > asynchronous.giveUpMinutes * 60_000) {
    const shown = status === '' ? `nothing at ${asynchronous.statusField}` : `the state ${status}`;
    return fail(
      `it was not ready after ${asynchronous.giveUpMinutes} minutes; the last answer has ${shown}: ${answered(polled.fields)}`,
    );
  }
  return { kind: 'wait', state, checkAfterSeconds: polled.answer.retryAfter ?? asynchronous.checkAfterSeconds };
}

function readyAt(
  asynchronous: AsyncParameters,
  reportId: string,
  fields: PollResult['fields'],
  statusUrl: string,
  request: SourceRequest,
): ReportStep | null {
  if (asynchronous.downloadUrl !== undefined) {
    const { downloadUrl, downloadQuery } = asynchronous;
    const url = reportUrl(request, 'download_url', downloadUrl, reportId, downloadQuery);
    return { kind: 'ready', url, declared: true };
  }
  const given = valueAt(fields, asynchronous.urlField);
  const url = typeof given === 'string' ? checkedUrl(given, statusUrl) : null;
  return url === null ? null : { kind: 'ready', url: url.href, declared: false };
}

const sameOrigin = (url: string, orderUrl: string): boolean => new URL(url).origin === new URL(orderUrl).origin;

const withKeyFor = (request: SourceRequest, url: string, orderUrl: string): SourceRequest =>
  sameOrigin(url, orderUrl) ? request : { ...request, key: null };

/** A poll of the report's state. Headers of the script go to the origin of the order only. */
const pollOf = (
  { statusBody }: AsyncParameters,
  parameters: HttpParameters,
  reportId: string,
  url: string,
  orderUrl: string,
): HttpParameters => ({
  ...parameters,
  method: statusBody === null ? 'GET' : 'POST',
  body:
    statusBody === null
      ? null
      : jsonBody(filledDeep(statusBody, (text) => text.replaceAll('{report_id}', () => reportId)) as typeof statusBody),
  headers: sameOrigin(url, orderUrl) ? parameters.headers : {},
});

async function poll(
  url: string,
  parameters: HttpParameters,
  request: SourceRequest,
  context: ConnectorContext,
): Promise<PollResult> {
  const notAnObject = (shown: string, cause?: unknown): PipelineError => {
    const reason = `its answer is not a JSON object: ${shown}`;
    return new PipelineError('SOURCE_REPORT_FAILED', { name: request.name, reason }, { cause });
  };
  const { answer, json } = await askForJson(url, parameters, parameters, request, context, {
    isOrder: true,
    limit: ANSWER_LIMIT,
  }).catch((error: unknown) => {
    throw error instanceof PipelineError && error.code === 'SOURCE_ANSWER_INVALID'
      ? notAnObject(String(error.parameters['reason']), error)
      : error;
  });
  if (!isObject(json)) throw notAnObject(shownAnswer(JSON.stringify(json), request.key));
  return { answer, fields: json };
}

function idIn(fields: Json, idField: string): string | null {
  const id = valueAt(fields, idField);
  const text = isObject(id) || Array.isArray(id) ? '' : textOf(id);
  // Only dots would climb the path of the url that they are filled into.
  return /^\.*$/.test(text) ? null : text;
}
