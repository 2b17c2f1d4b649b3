import { PipelineError } from '@switchboard/model';
import { z } from 'zod';
import type { EgressResponse } from '../../network/egress.ts';
import { sourceFailure } from '../../network/translate-network-error.ts';
import { quoted, secretsOf } from '../../secrets.ts';
import type { ConnectorContext, SourceRequest } from '../../spec.ts';
import { failedAnswer, startOf } from './answers.ts';
import { askWithKey } from './ask.ts';
import { type AsyncParameters, checkedUrl, type HttpParameters, reportUrl } from './parameters.ts';

const ANSWER_LIMIT = 1024 * 1024;

/** State between two polls. Times in epoch milliseconds. */
const stateSchema = z.object({ reportId: z.string().min(1).max(1000), orderedAt: z.number() });

type ReportState = z.infer<typeof stateSchema>;

export type ReportStep =
  | { readonly kind: 'wait'; readonly state: ReportState; readonly checkAfterSeconds: number }
  /** `declared`: the address is the script's own, not one that the provider made up. */
  | { readonly kind: 'ready'; readonly url: string; readonly declared: boolean };

type PollResult = { readonly answer: EgressResponse; readonly fields: Readonly<Record<string, unknown>> };

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
  const earlier = request.state === null ? null : stateSchema.safeParse(request.state);
  const previous = earlier?.success ? earlier.data : null;
  const ordered = previous === null ? await poll(orderUrl, parameters, request, context) : null;
  const state = previous ?? {
    reportId: idIn(ordered?.fields ?? {}, asynchronous.idField) ?? fail('its answer holds no report id'),
    orderedAt: context.now(),
  };
  const statusUrl = reportUrl(request.name, 'status_url', asynchronous.statusUrl, state.reportId, request.reportDate);
  const polled =
    ordered ??
    (await poll(
      statusUrl,
      ownOrigin(parameters, statusUrl, orderUrl),
      withKeyFor(request, statusUrl, orderUrl),
      context,
    ));
  const given = polled.fields[asynchronous.statusField];
  const status = typeof given === 'string' ? given.toLowerCase() : JSON.stringify(given ?? '');
  if (asynchronous.failed.includes(status)) {
    return fail(quoted(JSON.stringify(polled.fields), secretsOf(request.key), 500));
  }
  if (asynchronous.ready.includes(status)) {
    return (
      readyAt(asynchronous, state.reportId, polled.fields, statusUrl, request) ??
      fail('its answer holds no address of the file')
    );
  }
  if (context.now() - state.orderedAt > asynchronous.giveUpMinutes * 60_000) {
    return fail(`it was not ready after ${asynchronous.giveUpMinutes} minutes`);
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
    const url = reportUrl(request.name, 'download_url', asynchronous.downloadUrl, reportId, request.reportDate);
    return { kind: 'ready', url, declared: true };
  }
  const given = fields[asynchronous.urlField];
  const url = typeof given === 'string' ? checkedUrl(given, statusUrl) : null;
  return url === null ? null : { kind: 'ready', url: url.href, declared: false };
}

const sameOrigin = (url: string, orderUrl: string): boolean => new URL(url).origin === new URL(orderUrl).origin;

const withKeyFor = (request: SourceRequest, url: string, orderUrl: string): SourceRequest =>
  sameOrigin(url, orderUrl) ? request : { ...request, key: null };

const ownOrigin = (parameters: HttpParameters, url: string, orderUrl: string): HttpParameters => ({
  ...parameters,
  method: 'GET',
  body: null,
  headers: sameOrigin(url, orderUrl) ? parameters.headers : {},
});

async function poll(
  url: string,
  parameters: HttpParameters,
  request: SourceRequest,
  context: ConnectorContext,
): Promise<PollResult> {
  const answer = await askWithKey(url, parameters, request, context);
  if (answer.status < 200 || answer.status > 202) {
    throw await failedAnswer(answer, {
      name: request.name,
      url,
      key: request.key,
      notFound: parameters.notFound,
      file: url,
    });
  }
  const { text, complete, failure } = await startOf(answer, ANSWER_LIMIT);
  // A broken connection is not a failure of the report, which is polled again.
  if (failure !== undefined) throw sourceFailure(failure, request.name);
  const fields = complete ? parsed(text) : null;
  if (fields === null) {
    throw new PipelineError('SOURCE_REPORT_FAILED', { name: request.name, reason: 'its answer is not a JSON object' });
  }
  return { answer, fields };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function idIn(fields: PollResult['fields'], idField: string): string | null {
  const id = fields[idField];
  // Only dots would climb the path of the url that they are filled into.
  return (typeof id === 'string' && !/^\.*$/.test(id)) || typeof id === 'number' ? String(id) : null;
}
