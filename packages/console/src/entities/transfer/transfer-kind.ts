import type { Client } from 'urql';
import type { GraphqlFailure } from '../../api/failure.ts';

export type TransferChange = 'abandoned' | 'queued';

export type SaveOutcome = {
  readonly error: GraphqlFailure | undefined;
  /** The saved row, or the reason why the server refused; undefined when it did not answer. */
  readonly saved: object | { readonly problem: string } | undefined;
};

/** How a download and an upload differ for the actions on them. */
export type TransferKind = {
  readonly noun: 'download' | 'upload';
  /** The statuses in which it can be abandoned. */
  readonly abortable: readonly string[];
  readonly abandonConsequence: string;
  readonly saved: Readonly<Record<TransferChange, string>>;
  readonly save: (client: Client, id: string, status: TransferChange) => Promise<SaveOutcome>;
};
