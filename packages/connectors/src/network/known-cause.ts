import { PipelineError } from '@switchboard/model/errors/errors';
import { NetworkError } from './network-error.ts';

/** The failure of ours behind an error, such as that of a stream: one of the connector or a general one. Else the error itself. */
export function knownCause(error: unknown, own: new (...parts: never[]) => Error): unknown {
  const isKnown = (at: unknown): boolean =>
    at instanceof own || at instanceof NetworkError || at instanceof PipelineError;
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (isKnown(at)) return at;
  return error;
}
