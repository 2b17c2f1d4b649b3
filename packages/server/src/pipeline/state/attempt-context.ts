import type { KeyProperties } from '@switchboard/connectors';
import type { EngineContext } from '@switchboard/engine';
import type { Fault } from '@switchboard/model/faults';
import type { PlanKey } from '@switchboard/model/plan';
import type { Database } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import type { ClaimedUnit } from '../../units/unit.ts';

/** Dependencies of every unit's handler. Only the claimed unit belongs to an account. */
export type WorkDeps = {
  readonly database: Database;
  readonly queue: Queue;
  readonly fault: Fault;
  /** A stored key, decrypted. Throws PipelineError KEY_MISSING, KEY_SUSPENDED. */
  readonly openKey: (accountId: string, key: PlanKey, neededBy: string) => Promise<KeyProperties>;
  /** Identifies the folder that `file` uploads of this worker write into; without, no worker has another one. */
  readonly exportFolder?: number;
  readonly limits: { readonly queryMemoryBytes: number; readonly queryTimeoutMs: number };
};

/** One attempt: the unit, and the engine's context made for it. */
export type Attempt = {
  readonly unit: ClaimedUnit;
  readonly engine: EngineContext;
  /** Store prefix of the attempt's files: only it writes there, and no file is visible before its commit. */
  readonly storePrefix: (kind: 'raw' | 'table' | 'result') => string;
};
