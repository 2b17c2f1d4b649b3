import { noFault } from '@switchboard/model/faults';
import type { EngineContext } from '../src/context.ts';

/** A context for work on stored files: without faults, folders, connectors or network. */
export const offlineContext = (
  parts: Pick<EngineContext, 'store' | 'executor' | 'scratch'> & Partial<EngineContext>,
): EngineContext => ({
  egress: undefined as never,
  signal: new AbortController().signal,
  fault: noFault,
  now: Date.now,
  folders: { read: [], write: [] },
  connectors: new Map(),
  onProgress: () => undefined,
  ...parts,
});
