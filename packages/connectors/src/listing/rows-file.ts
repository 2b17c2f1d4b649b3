import { pipeline, type Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { ConnectorContext, SourceFile, SourceRequest } from '../spec.ts';
import { countBody } from './count-body.ts';

type Reading = {
  readonly request: Pick<SourceRequest, 'name' | 'reportDate'>;
  readonly context: Pick<ConnectorContext, 'signal' | 'onBytes'>;
  /** Where the rows come from, without secrets. */
  readonly url: string;
  /** Makes an error of the source of a failure; other errors stay. */
  translate(error: unknown): unknown;
  readonly decimals?: SourceFile['decimals'];
  /** Called when the rows are read to their end or no more. */
  close?(): void;
};

/** The one file of a source of rows. A connection that breaks after the first rows cuts the file short. */
export function rowsFile(csv: Readable, { request, context, url, translate, decimals, close }: Reading): SourceFile {
  const { name, reportDate } = request;
  const filename = `${[name, ...(reportDate === null ? [] : [reportDate])].join('-')}.csv`;
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
  pipeline(csv, body, () => close?.());
  return { filename, url, body, expectedBytes: null, contentType: 'text/csv', ...(decimals && { decimals }) };
}
