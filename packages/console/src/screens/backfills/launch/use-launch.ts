import { useState } from 'react';
import { useClient } from 'urql';
import { LaunchBackfillDocument } from '../../../api/generated/documents/launch-backfill.ts';
import { toastDone } from '../../../ui/feedback/toasts.ts';
import { type LaunchForm, launchVariables } from './launch-form.ts';

export type BackfillName = { readonly id: string; readonly title: string };

/** Why a backfill was not launched. */
export type LaunchError =
  | { readonly kind: 'conflict'; readonly backfills: readonly BackfillName[] }
  /** `reason` comes from the server, if it gives one. */
  | { readonly kind: 'other'; readonly reason: string | null };

export type Launch = {
  /** Resolves to true once the backfill is launched. */
  readonly run: (form: LaunchForm) => Promise<boolean>;
  readonly isPending: boolean;
  readonly error: LaunchError | null;
  readonly clearError: () => void;
};

/** Launches a backfill. */
export function useLaunch(): Launch {
  const client = useClient();
  const [error, setError] = useState<LaunchError | null>(null);
  const [isPending, setIsPending] = useState(false);
  const run = async (form: LaunchForm): Promise<boolean> => {
    setIsPending(true);
    const { data } = await client.mutation(LaunchBackfillDocument, launchVariables(form)).toPromise();
    setIsPending(false);
    const launched = data?.launch_backfill ?? null;
    switch (launched?.__typename) {
      case 'Backfill':
        toastDone('Backfill launched');
        return true;
      case 'ConflictingBackfillsError':
        setError({ kind: 'conflict', backfills: launched.conflicting_backfills });
        return false;
      case 'InvalidBackfillError':
        setError({ kind: 'other', reason: launched.problem });
        return false;
      case undefined:
        setError({ kind: 'other', reason: null });
        return false;
    }
  };
  return { run, isPending, error, clearError: () => setError(null) };
}
