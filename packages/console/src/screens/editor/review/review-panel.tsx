import { Checkbox, CloseButton, UnstyledButton } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useEffect, useState } from 'react';
import type { DraftReviewPartsFragment } from '../../../api/generated/graphql.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentThread } from './comment-thread.tsx';
import styles from './review.module.css';
import { ReviewStatus } from './review-status.tsx';
import { commentCount, type Thread } from './review-texts.ts';
import type { Place, ReviewActions } from './use-review-actions.ts';

type Props = {
  readonly draft: DraftReviewPartsFragment;
  readonly actions: ReviewActions | undefined;
  readonly isUnsaved: boolean;
  /** The line that the next comment is about; null for the whole draft. */
  readonly place: Place | null;
  readonly onPlace: (place: Place | null) => void;
  /** Makes the next comment about the line of the cursor; undefined while no file is shown. */
  readonly onChooseLine: (() => void) | undefined;
  /** The thread that was chosen in the margin of the text. */
  readonly activeId: string | null;
  readonly onOpen: (thread: Thread) => void;
  readonly onSettings: () => void;
  readonly onClose: () => void;
};

/** The review of a draft beside its text: approval and comments. */
export function ReviewPanel(props: Props) {
  const { draft, actions, isUnsaved, place, activeId } = props;
  const [isResolvedShown, setIsResolvedShown] = useState(false);
  const { comments } = draft;
  const resolved = comments.filter((thread) => thread.resolved != null);
  const shown = isResolvedShown ? comments : comments.filter((thread) => thread.resolved == null);
  useEffect(() => {
    if (activeId !== null) document.getElementById(`thread-${activeId}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <aside className={styles['panel']} aria-label="Review" data-keeps-enter>
      <header className={styles['head']}>
        <h2 className={styles['title']}>Review</h2>
        <CloseButton aria-label="Close the review" onClick={props.onClose} />
      </header>
      <div className={styles['content']}>
        <ReviewStatus
          review={draft.review}
          version={draft.version}
          actions={actions}
          isUnsaved={isUnsaved}
          onSettings={props.onSettings}
        />
        <section aria-label="Comments" className={styles['comments']}>
          <h3 className={styles['heading']}>
            {draft.open_comments === 0 ? 'No open comments' : `${commentCount(draft.open_comments)} open`}
          </h3>
          {actions !== undefined && (
            <>
              <CommentForm
                key={place === null ? 'draft' : `${place.path}:${place.line}`}
                label={place === null ? 'Comment on the draft' : `Comment on ${place.path}:${place.line}`}
                submitLabel="Comment"
                isFocused={place !== null}
                onSubmit={async (body) => {
                  const isDone = await actions.comment(body, place);
                  if (isDone) props.onPlace(null);
                  return isDone;
                }}
                {...(place === null ? {} : { onCancel: () => props.onPlace(null) })}
              />
              {place === null && props.onChooseLine !== undefined && (
                <UnstyledButton className={styles['place'] ?? ''} onClick={props.onChooseLine}>
                  Comment on the line of the cursor
                </UnstyledButton>
              )}
            </>
          )}
          {resolved.length > 0 && (
            <Checkbox
              label={`Show resolved (${resolved.length})`}
              checked={isResolvedShown}
              onChange={(event) => setIsResolvedShown(event.currentTarget.checked)}
            />
          )}
          <ul className={styles['threads']} aria-label="Threads">
            {shown.map((thread) => (
              <CommentThread
                key={thread.id}
                thread={thread}
                isActive={thread.id === activeId}
                actions={actions}
                onOpen={props.onOpen}
              />
            ))}
          </ul>
        </section>
      </div>
    </aside>
  );
}
