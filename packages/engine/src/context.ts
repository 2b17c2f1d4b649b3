import type { Connector, ConnectorContext } from '@switchboard/connectors';
import type { Executor } from './executors/executor.ts';
import type { FileStore } from './files/store.ts';

/** Work done so far, for people: each absent when unknown. */
export type Progress = {
  readonly rows?: number;
  readonly bytes?: number;
  readonly estimatedRows?: number;
  readonly estimatedBytes?: number;
};

/** Everything the engine touches besides its request. */
export type EngineContext = Omit<ConnectorContext, 'onBytes'> & {
  readonly store: FileStore;
  readonly executor: Executor;
  readonly connectors: ReadonlyMap<string, Connector>;
  /** Called often; the receiver decides how often it tells anyone. */
  readonly onProgress: (progress: Progress) => void;
  /** A folder of this attempt's own, on the local disk; the caller removes it. */
  readonly scratch: string;
};
