import { PipelineError } from '@switchboard/model/errors/errors';
import { NetworkError } from './network-error.ts';

/** Translates a network failure into an error of a source; other errors stay. */
export function sourceFailure(error: unknown, name: string): unknown {
  if (!(error instanceof NetworkError)) return error;
  const { host, reason, seconds } = error;
  return error.kind === 'silent'
    ? new PipelineError('SOURCE_TIMEOUT', { name, host, seconds }, { cause: error })
    : new PipelineError('SOURCE_UNREACHABLE', { name, host, reason }, { cause: error });
}

/** Translates a network failure into an error of a destination; other errors stay. */
export function destinationFailure(error: unknown, name: string): unknown {
  if (!(error instanceof NetworkError)) return error;
  return new PipelineError(
    'DESTINATION_UNREACHABLE',
    { name, host: error.host, reason: error.reason },
    { cause: error },
  );
}
