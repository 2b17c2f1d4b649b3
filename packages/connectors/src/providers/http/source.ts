import { finished, Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { countBody } from '../../listing/count-body.ts';
import { failedAnswer, foreignUrl, shownUrl } from '../../network/answers.ts';
import type { EgressResponse } from '../../network/egress.ts';
import { NetworkError } from '../../network/network-error.ts';
import { sourceFailure } from '../../network/translate-network-error.ts';
import type { ConnectorContext, SourceAnswer, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';
import { askWithKey } from './ask.ts';
import { nextReportStep } from './async-report.ts';
import { fileName } from './file-name.ts';
import { readPages } from './pages.ts';
import { readHttpParameters } from './parameters.ts';
import { headerLine, linesOf, type RowSettings } from './record-lines.ts';
import type { HttpParameters } from './settings.ts';

/** Reports over HTTP: one request or several pages, one file; or an order, polls of its state, and the file. */
export const source: SourceConnector = {
  fetch: async (request, context) => fetchReports(request, context, 'the url parameter'),
};

/** @param check what the person can correct when nothing is at a url */
export async function fetchReports(
  request: SourceRequest,
  context: ConnectorContext,
  check: string,
): Promise<SourceAnswer> {
  const parameters = readHttpParameters(request, check);
  const { asynchronous, targets } = parameters;
  if (asynchronous === null) return { kind: 'files', files: filesOf(targets, parameters, request, context) };
  const [order] = targets;
  if (order === undefined || targets.length > 1) {
    throw new PipelineError('PARAMETER_INVALID', {
      name: request.name,
      parameter: 'files',
      reason: 'cannot be combined with async',
    });
  }
  const step = await nextReportStep(asynchronous, parameters, order.url, request, context);
  if (step.kind === 'wait') {
    const { state, checkAfterSeconds } = step;
    return { kind: 'requested', state, checkAfterSeconds, handle: state.reportId };
  }
  if (step.kind === 'empty') return { kind: 'files', files: filesOf([], parameters, request, context) };
  const sendsKey = new URL(step.url).origin === new URL(order.url).origin;
  const ready = { ...parameters, method: 'GET', body: null, headers: sendsKey ? parameters.headers : {} } as const;
  const files = filesOf(
    [{ file: '', url: step.url }],
    ready,
    sendsKey ? request : { ...request, key: null },
    context,
    !step.declared,
  );
  return { kind: 'files', files };
}

/** Fetches each target when the consumer comes to it. `foreign`: the url was made up by the provider, its query is not shown. */
async function* filesOf(
  targets: HttpParameters['targets'],
  parameters: HttpParameters,
  request: SourceRequest,
  context: ConnectorContext,
  foreign = false,
): AsyncGenerator<SourceFile> {
  const { rows, failures } = parameters;
  for (const { file, url } of targets) {
    const shown = foreign ? foreignUrl(url) : shownUrl(url, request.key);
    if (rows !== null) {
      yield pagedFile(file, url, { ...parameters, rows }, shown, request, context);
      continue;
    }
    const answer = await askWithKey(url, parameters, request, context, { failures });
    if (answer.status === 204) {
      answer.body.destroy();
      continue;
    }
    if (answer.status !== 200 && answer.status !== 201 && answer.status !== 203) {
      const asked = {
        name: request.name,
        url: foreign ? shown : url,
        key: request.key,
        notFound: parameters.notFound,
        check: parameters.check,
        file: file || shown,
        failures,
        isMade: foreign,
      };
      throw await failedAnswer(answer, asked);
    }
    const name = parameters.filename ?? fileName(answer.headers['content-disposition'], url, request.name);
    yield sourceFile(answer, name, shown, request.name, context);
  }
}

/** The records of all pages as one file. A page that fails fails the file, of which nothing is kept then. */
function pagedFile(
  file: string,
  url: string,
  parameters: HttpParameters & { readonly rows: RowSettings },
  shown: string,
  request: SourceRequest,
  context: ConnectorContext,
): SourceFile {
  const { rows, filename } = parameters;
  async function* lines(): AsyncGenerator<Buffer> {
    const header = headerLine(rows);
    if (header !== '') yield Buffer.from(header);
    for await (const { answer, records } of readPages(url, parameters, request, context)) {
      const bytes = Buffer.from(linesOf(records, answer, rows));
      context.onBytes(bytes.length);
      if (bytes.length > 0) yield bytes;
    }
  }
  return {
    filename: filename ?? `${file || request.name}.${rows.output}`,
    url: shown,
    body: Readable.from(lines(), { objectMode: false }),
    expectedBytes: null,
    contentType: rows.output === 'csv' ? 'text/csv' : 'application/x-ndjson',
  };
}

function sourceFile(
  answer: EgressResponse,
  filename: string,
  url: string,
  name: string,
  context: ConnectorContext,
): SourceFile {
  const length = answer.headers['content-length'];
  const expectedBytes = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
  const endedEarly = (bytes: number, cause?: unknown): PipelineError =>
    new PipelineError(
      'SOURCE_ENDED_EARLY',
      { file: filename, got: bytes, expected: expectedBytes ?? 'an unknown number of' },
      { cause },
    );
  const body = countBody({ expected: expectedBytes, onBytes: context.onBytes, endedEarly });
  // Translated here, because a stream that failed before it was read throws the error it was destroyed with.
  finished(answer.body, { writable: false }, (error) => {
    if (!error) return;
    const cut = error instanceof NetworkError && error.kind === 'unreachable';
    const failure = cut ? endedEarly(error.bytes, error) : sourceFailure(error, name);
    body.destroy(failure instanceof Error ? failure : new Error(String(failure)));
  });
  // It may fail before anyone reads it; reading it then throws the same error.
  body.on('error', () => undefined);
  body.on('close', () => void answer.body.destroy());
  answer.body.pipe(body);
  return { filename, url, body, expectedBytes, contentType: answer.headers['content-type'] ?? null };
}
