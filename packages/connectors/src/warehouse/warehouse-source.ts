import { pipeline, Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { countBody } from '../listing/count-body.ts';
import type { ConnectorContext, SourceFile, SourceRequest } from '../spec.ts';

/**
 * The one file of a warehouse's source: pages of CSV, of which the first, with the header, is asked for at once, so that what
 * is wrong with the query is an error of the request.
 * @param translate makes an error of the source of a failure; other errors stay
 */
export async function* readWarehouse(
  pages: AsyncGenerator<Buffer>,
  request: Pick<SourceRequest, 'name' | 'reportDate'>,
  url: string,
  translate: (error: unknown) => unknown,
  context: Pick<ConnectorContext, 'signal' | 'onBytes'>,
): AsyncGenerator<SourceFile> {
  const { name, reportDate } = request;
  const filename = `${[name, ...(reportDate === null ? [] : [reportDate])].join('-')}.csv`;
  const first = await pages.next().catch((error: unknown) => {
    context.signal.throwIfAborted();
    throw translate(error);
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
  const translateError = (error: Error, got: number): Error => {
    if (context.signal.aborted) return error;
    const translated = translate(error);
    if (translated instanceof PipelineError && translated.code === 'SOURCE_UNREACHABLE' && got > 0)
      return endedEarly(got, error);
    return translated instanceof Error ? translated : error;
  };
  const body = countBody({ expected: null, onBytes: context.onBytes, endedEarly, translateError });
  // Also when it is never read.
  pipeline(csv, body, () => undefined);
  yield { filename, url, body, expectedBytes: null, contentType: 'text/csv' };
}
