import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { DraftCommentRowFragment } from '../../../api/generated/graphql.ts';
import { Timestamp } from '../../../ui/text/timestamp.tsx';
import { CommentForm } from './comment-form.tsx';
import styles from './review.module.css';
import { placeText, type Thread } from './review-texts.ts';
import type { ReviewActions } from './use-review-actions.ts';

type Props = {
  readonly thread: Thread;
  readonly isActive: boolean;
  /** Undefined where nothing can be changed. */
  readonly actions: ReviewActions | undefined;
  /** Shows the line of a file. */
  readonly onOpen: (thread: Thread) => void;
};

/** A comment with its answers, and what can be done with it. */
export function CommentThread({ thread, isActive, actions, onOpen }: Props) {
  const [isReplying, setIsReplying] = useState(false);
  const place = placeText(thread);
  const isResolved = thread.resolved != null;
  const author = thread.created_by?.name ?? 'Somebody';
  return (
    <li
      id={`thread-${thread.id}`}
      className={styles['thread']}
      aria-label={`Comment of ${author}`}
      data-active={isActive || undefined}
      data-resolved={isResolved || undefined}
    >
      {place !== null &&
        (thread.outdated ? (
          <span className={styles['outdated']}>{place}</span>
        ) : (
          <UnstyledButton className={styles['place'] ?? ''} onClick={() => onOpen(thread)}>
            {place}
          </UnstyledButton>
        ))}
      {thread.deleted == null ? (
        <CommentText comment={thread} actions={actions} />
      ) : (
        <p className={styles['outdated']}>This comment was deleted.</p>
      )}
      {thread.replies.length > 0 && (
        <ul className={styles['replies']} aria-label="Answers">
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <CommentText comment={reply} actions={actions} />
            </li>
          ))}
        </ul>
      )}
      {isResolved && <p className={styles['outdated']}>Resolved by {thread.resolved_by?.name ?? 'somebody'}</p>}
      {isReplying && actions !== undefined && (
        <CommentForm
          label="Answer"
          submitLabel="Answer"
          isFocused
          onCancel={() => setIsReplying(false)}
          onSubmit={async (body) => {
            const isDone = await actions.reply(thread.id, body);
            if (isDone) setIsReplying(false);
            return isDone;
          }}
        />
      )}
      {actions !== undefined && !isReplying && (
        <div className={styles['buttons']}>
          {thread.deleted == null && (
            <>
              <Button size="compact-sm" onClick={() => setIsReplying(true)}>
                Reply
              </Button>
              <Button size="compact-sm" onClick={() => void actions.resolve(thread.id, !isResolved)}>
                {isResolved ? 'Reopen' : 'Resolve'}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

type TextProps = { readonly comment: DraftCommentRowFragment; readonly actions: ReviewActions | undefined };

function CommentText({ comment, actions }: TextProps) {
  const { id, body, created, created_by: author, edited, is_mine: isMine } = comment;
  const [phase, setPhase] = useState<'shown' | 'editing' | 'deleting'>('shown');
  const back = (): void => setPhase('shown');
  if (phase === 'editing' && actions !== undefined)
    return (
      <CommentForm
        label="Edit comment"
        submitLabel="Save comment"
        initial={body}
        isFocused
        onCancel={back}
        onSubmit={async (text) => {
          const isDone = await actions.edit(id, text);
          if (isDone) back();
          return isDone;
        }}
      />
    );
  return (
    <>
      <p className={styles['by']}>
        <strong>{author?.name ?? 'Somebody'}</strong> <Timestamp value={created} />
        {edited != null && ' · edited'}
      </p>
      <p className={styles['body']}>{body}</p>
      {isMine && actions !== undefined && (
        <div className={styles['buttons']}>
          {phase === 'deleting' ? (
            <>
              <span>Delete this comment?</span>
              <Button size="compact-sm" color="red" variant="filled" onClick={() => void actions.remove(id)}>
                Delete comment
              </Button>
              <Button size="compact-sm" autoFocus onClick={back}>
                Keep
              </Button>
            </>
          ) : (
            <>
              <Button size="compact-sm" variant="subtle" onClick={() => setPhase('editing')}>
                Edit
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={() => setPhase('deleting')}>
                Delete
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}
