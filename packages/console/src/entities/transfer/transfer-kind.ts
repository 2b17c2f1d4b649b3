import type { Client, TypedDocumentNode } from 'urql';
import type { GraphqlFailure } from '../../api/failure.ts';

export type TransferChange = 'abandoned' | 'queued';

export type SaveOutcome = {
  readonly error: GraphqlFailure | undefined;
  /** The saved row, or the reason why the server refused; undefined when it did not answer. */
  readonly saved: object | { readonly problem: string } | undefined;
};

type Noun = 'download' | 'upload';

/** How a download and an upload differ for the actions on them. */
export type TransferKind = {
  readonly noun: Noun;
  /** The statuses in which it can be abandoned. */
  readonly abortable: readonly string[];
  readonly abandonConsequence: string;
  readonly save: (client: Client, id: string, status: TransferChange) => Promise<SaveOutcome>;
};

type Saving<Data> = {
  readonly abandonConsequence: string;
  readonly document: TypedDocumentNode<Data, { readonly id: string; readonly status: string }>;
  readonly saved: (data: Data) => SaveOutcome['saved'];
};

/** A kind of transfer that is saved by a mutation. */
export function transferKind<Data>(
  noun: Noun,
  abortable: readonly string[],
  { abandonConsequence, document, saved }: Saving<Data>,
): TransferKind {
  return {
    noun,
    abortable,
    abandonConsequence,
    save: async (client, id, status) => {
      const { error, data } = await client.mutation(document, { id, status }).toPromise();
      return { error, saved: data === undefined ? undefined : saved(data) };
    },
  };
}
