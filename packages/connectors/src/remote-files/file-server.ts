import type { ConnectorContext, SourceRequest } from '../spec.ts';
import type { RemoteFiles } from './remote-files.ts';

/** A server of files that a key leads to. */
export type FileServer = {
  /** Its address for people, such as `sftp://files.example.com`. */
  readonly origin: string;
  /** Signs in. Throws what `RemoteFiles` throws, what the egress throws, and failures of its own that are translated below. */
  open(context: Pick<ConnectorContext, 'egress' | 'signal'>): Promise<RemoteFiles>;
  /** Translates a failure into an error of the source or of the destination; other errors stay. */
  sourceFailure(error: unknown): unknown;
  destinationFailure(error: unknown): unknown;
};

/** The server of a request. Throws KEY_MISSING or PARAMETER_INVALID. */
export type FindServer = (request: Pick<SourceRequest, 'name' | 'key'>) => FileServer;
