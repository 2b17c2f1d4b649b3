import type { Connector, ConnectorContext } from '@switchboard/connectors';
import type { Executor } from './executors/executor.ts';
import type { FileStore } from './files/store.ts';

/** Work done so far; each number is absent when unknown. */
export type Progress = {
  readonly rows?: number;
  readonly bytes?: number;
  readonly estimatedRows?: number;
  readonly estimatedBytes?: number;
};

/** Everything the engine uses besides its request. */
export type EngineContext = Omit<ConnectorContext, 'onBytes'> & {
  readonly store: FileStore;
  readonly executor: Executor;
  readonly connectors: ReadonlyMap<string, Connector>;
  /** Called often; the receiver throttles. */
  readonly onProgress: (progress: Progress) => void;
  /** A local folder for this attempt only; the caller removes it. */
  readonly scratch: string;
};
