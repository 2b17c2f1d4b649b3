import type { Egress } from '@switchboard/connectors';
import type { StreamProblem } from '@switchboard/model/audit-streams/validate-stream';
import type { Database } from '../../db/database.ts';
import type { Vault } from '../../identity/vault.ts';
import type { DeliverEntries } from '../../pipeline/audit-streams/deliver-entries.ts';

/** Dependencies of the use cases of streams. */
export type StreamParts = {
  readonly database: Database;
  readonly vault: Vault;
  readonly egress: Egress;
  readonly deliver: DeliverEntries;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Result of changing or trying a stream. */
export type StreamAnswer =
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly problems: readonly StreamProblem[] };

export const invalid = (...problems: readonly StreamProblem[]): StreamAnswer => ({ kind: 'invalid', problems });
