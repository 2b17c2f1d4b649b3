import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useClient } from 'urql';
import { type Failure, GENERIC_FAILURE } from '../../api/failure.ts';
import { useSession } from '../../api/session/session.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { loadMonaco } from '../../ui/editor/monaco/load-monaco.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { DraftRequestError, fetchDraft, type OpenedDraft } from './draft/load-draft.ts';
import styles from './editor.module.css';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { EditorView } from './editor-view.tsx';

type Load =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'open'; readonly draft: OpenedDraft };

/** Starts to load the code of the editor, beside the sign-in and the draft. A failure is shown where the text is. */
export const preloadEditor = (): void => void loadMonaco().catch(() => undefined);

/** /scripts/editor/{version_id}/{file_path}: one version of the script, over the whole window. */
export function EditorPage() {
  const { version_id: id = '', '*': path = '' } = useParams();
  return <DraftEditor key={id} id={id} path={path} />;
}

function DraftEditor({ id, path }: { readonly id: string; readonly path: string }) {
  const client = useClient();
  const { account } = useSession();
  const [load, setLoad] = useState<Load>({ phase: 'loading' });
  const loaded = load.phase === 'open' ? load.draft : null;
  usePageTitle(loaded?.head.description ?? 'Editor', account.name);
  const start = useCallback(() => {
    let isCurrent = true;
    fetchDraft(client, id).then(
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
  }, [client, id]);
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
        <ErrorState
          title={GENERIC_FAILURE}
          detail={load.failure.message}
          requestId={load.failure.requestId}
          onRetry={retry}
        />
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
