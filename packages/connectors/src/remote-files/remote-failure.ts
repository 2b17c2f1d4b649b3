import { PipelineError } from '@switchboard/model/errors/errors';
import { NetworkError } from '../network/network-error.ts';
import { destinationFailure, sourceFailure } from '../network/translate-network-error.ts';

/** `unclear`: the server gives no reason, which may be one that passes. */
export type RefusalKind = 'missing' | 'denied' | 'full' | 'misplaced' | 'unclear';

/** A refusal by a file server. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly kind: RefusalKind;
  readonly path: string;
  /** The number that the server answered with. */
  readonly status: number;

  constructor(kind: RefusalKind, path: string, status: number, text: string) {
    super(text);
    this.kind = kind;
    this.path = path;
    this.status = status;
  }
}

export const isMissing = (error: unknown): boolean => error instanceof RemoteFailure && error.kind === 'missing';

/** Whether the connection broke, so that what the server did last is unknown. */
export const isConnectionFailure = (error: unknown): boolean => error instanceof NetworkError;

const REASONS: Readonly<Partial<Record<RefusalKind, string>>> = {
  missing: 'no such file or folder',
  denied: 'permission denied',
};

const reasonOf = ({ kind, message }: RemoteFailure): string =>
  REASONS[kind] ?? `the server reports ${message || 'a failure'}`;

/** Translates a failure into an error of the source; other errors stay. */
export function remoteSourceFailure(error: unknown, name: string, origin: string): unknown {
  if (!(error instanceof RemoteFailure)) return sourceFailure(error, name);
  const isPermanent = error.kind === 'denied' || error.kind === 'missing';
  return new PipelineError(
    isPermanent ? 'SOURCE_BAD_REQUEST' : 'SOURCE_HTTP_ERROR',
    { name, url: `${origin}/${error.path.replace(/^\//, '')}`, status: error.status, body: reasonOf(error) },
    { cause: error },
  );
}

/** Translates a failure into an error of the destination; other errors stay. */
export function remoteDestinationFailure(error: unknown, name: string): unknown {
  if (!(error instanceof RemoteFailure)) return destinationFailure(error, name);
  const { kind, path } = error;
  if (kind === 'full') return new PipelineError('DESTINATION_FULL', { name, path }, { cause: error });
  const reason = `${reasonOf(error)} for ${path}`;
  if (kind === 'unclear') return new PipelineError('DESTINATION_BUSY', { name, reason }, { cause: error });
  return new PipelineError('DESTINATION_REFUSED', { reason }, { cause: error });
}
