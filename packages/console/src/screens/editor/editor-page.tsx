import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useClient } from 'urql';
import { type Failure, GENERIC_FAILURE } from '../../api/failure.ts';
import type { Prefetch } from '../../api/lists/prefetch-list.ts';
import { useSession } from '../../api/session/session.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { loadMonaco } from '../../ui/editor/monaco/load-monaco.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { DraftRequestError, fetchDraft, fetchDraftAhead, type OpenedDraft } from './draft/load-draft.ts';
import styles from './editor.module.css';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { EditorView } from './editor-view.tsx';
import { openedAddress, openedPath } from './opened-address.ts';

type Load =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'open'; readonly draft: OpenedDraft };

/** Starts to load the code of the editor, beside the sign-in and the draft. A failure is shown where the text is. */
export const preloadEditor = (): void => void loadMonaco().catch(() => undefined);

/** Asks for the draft at the address while the person is signed in. */
export const prefetchEditor: Prefetch = (client, _search, send) => {
  const opened = openedAddress(window.location);
  if (opened !== null) fetchDraftAhead(client, opened, send);
};

/** /scripts/editor/{version_id}/{file_path}: one version of the script, over the whole window. */
export function EditorPage() {
  const { version_id: id = '', '*': path = '' } = useParams();
  return <DraftEditor key={id} id={id} path={path} />;
}

function DraftEditor({ id, path }: { readonly id: string; readonly path: string }) {
  const client = useClient();
  const { account } = useSession();
  const { search } = useLocation();
  // Files that are opened later are no reason to load the draft again.
  const [opened] = useState(() => ({ id, path: openedPath(new URLSearchParams(search), path) }));
  const [load, setLoad] = useState<Load>({ phase: 'loading' });
  const loaded = load.phase === 'open' ? load.draft : null;
  usePageTitle(loaded?.head.description ?? 'Editor', account.name);
  const start = useCallback(() => {
    let isCurrent = true;
    fetchDraft(client, opened).then(
      (draft) => {
        if (isCurrent) setLoad(draft === null ? { phase: 'missing' } : { phase: 'open', draft });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        const failure =
          error instanceof DraftRequestError ? error.failure : { message: String(error), requestId: undefined };
        setLoad({ phase: 'failed', failure });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, opened]);
  useEffect(start, [start]);
  const retry = (): void => {
    setLoad({ phase: 'loading' });
    start();
  };
  if (loaded !== null) return <EditorView opened={loaded} path={path} />;
  if (load.phase === 'loading') return <EditorSkeleton />;
  return (
    <div className={styles['message']}>
      {load.phase === 'failed' ? (
        <ErrorState title={GENERIC_FAILURE} failure={load.failure} onRetry={retry} />
      ) : (
        <EmptyState
          isScreen
          title={`No data returned for changelist: ${id}`}
          actions={
            <Button component={Link} to={`/app/${account.urlName}/scripts/drafts`} variant="filled">
              Drafts
            </Button>
          }
        >
          It does not exist in this account.
        </EmptyState>
      )}
    </div>
  );
}
