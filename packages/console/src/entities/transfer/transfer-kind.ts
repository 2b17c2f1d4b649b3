import type { Client, TypedDocumentNode } from 'urql';
import type { ApiCall } from '../../api/api-call.ts';
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
  readonly abandonConsequence: string;
  /** The call that reads one. */
  readonly apiCall: (id: string) => ApiCall;
  readonly save: (client: Client, id: string, status: TransferChange) => Promise<SaveOutcome>;
};

type Saving<Data> = {
  readonly abandonConsequence: string;
  readonly query: ApiCall['document'];
  readonly document: TypedDocumentNode<Data, { readonly id: string; readonly status: string }>;
  readonly saved: (data: Data) => SaveOutcome['saved'];
};

/** A kind of transfer that is saved by a mutation. */
export function transferKind<Data>(
  noun: Noun,
  { abandonConsequence, query, document, saved }: Saving<Data>,
): TransferKind {
  return {
    noun,
    abandonConsequence,
    apiCall: (id) => ({ document: query, variables: { id } }),
    save: async (client, id, status) => {
      const { error, data } = await client.mutation(document, { id, status }).toPromise();
      return { error, saved: data === undefined ? undefined : saved(data) };
    },
  };
}
