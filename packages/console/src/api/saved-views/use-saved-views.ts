import { useMemo } from 'react';
import { useClient, useQuery } from 'urql';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import { describeFailure, type GraphqlFailure } from '../failure.ts';
import {
  DeleteViewDocument,
  RenameViewDocument,
  SavedViewsDocument,
  SaveViewDocument,
} from '../generated/documents/saved-views.ts';
import type { SavedViewFragment } from '../generated/graphql.ts';

export type SavedView = SavedViewFragment;

type Outcome = {
  readonly error?: GraphqlFailure | undefined;
  /** The changed view, or the reason why the server refused. */
  readonly result: object | { readonly message: string } | undefined;
};

export type SavedViews = {
  /** Sorted by name; undefined while they load. */
  readonly views: readonly SavedView[] | undefined;
  readonly failure: string | null;
  /** Each shows its outcome and resolves to whether it succeeded. */
  readonly save: (name: string, query: string) => Promise<boolean>;
  readonly rename: (view: SavedView, name: string) => Promise<boolean>;
  readonly remove: (view: SavedView) => Promise<boolean>;
};

/** The server sorts capital letters first. */
const byName = (one: SavedView, other: SavedView): number => one.name.localeCompare(other.name);

/** The views of a list that the members of the account have saved. */
export function useSavedViews(list: string): SavedViews {
  const client = useClient();
  const [{ data, error }] = useQuery({
    query: SavedViewsDocument,
    variables: { list },
    requestPolicy: 'cache-and-network',
  });
  const changes = useMemo(() => {
    const finish = async ({ error: failed, result }: Outcome, done: string): Promise<boolean> => {
      if (failed !== undefined || result === undefined) {
        const failure = describeFailure(failed ?? { graphQLErrors: [] });
        toastFailed(failure.message, failure.requestId);
        return false;
      }
      if ('message' in result) {
        toastFailed(result.message);
        return false;
      }
      await client.query(SavedViewsDocument, { list }, { requestPolicy: 'network-only' }).toPromise();
      toastDone(done);
      return true;
    };
    return {
      save: async (name: string, query: string) => {
        const saved = await client.mutation(SaveViewDocument, { list, name, query }).toPromise();
        return finish({ error: saved.error, result: saved.data?.save_view }, `View ${name} saved.`);
      },
      rename: async ({ id }: SavedView, name: string) => {
        const renamed = await client.mutation(RenameViewDocument, { id, name }).toPromise();
        return finish({ error: renamed.error, result: renamed.data?.rename_view }, `View renamed to ${name}.`);
      },
      remove: async ({ id, name }: SavedView) => {
        const removed = await client.mutation(DeleteViewDocument, { id }).toPromise();
        return finish({ error: removed.error, result: removed.data?.delete_view }, `View ${name} deleted.`);
      },
    };
  }, [client, list]);
  const sorted = useMemo(() => data?.saved_views.nodes.toSorted(byName), [data]);
  return {
    views: sorted,
    failure: error === undefined ? null : describeFailure(error).message,
    ...changes,
  };
}
