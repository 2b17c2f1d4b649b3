import { Button, Textarea } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { LIMITS } from '@switchboard/model/limits';
import { useState } from 'react';
import { ApprovalRule } from '../../../entities/publish-rules/approval-rule.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { Timestamp } from '../../../ui/text/timestamp.tsx';
import styles from './review.module.css';
import { entryText, isWithdrawn, type Review, reviewState } from './review-texts.ts';
import type { ReviewActions } from './use-review-actions.ts';

type Props = {
  readonly review: Review;
  /** The version of the draft that is reviewed. */
  readonly version: number;
  /** Undefined where nothing can be changed. */
  readonly actions: ReviewActions | undefined;
  /** This person has changes that are not saved, which others do not see. */
  readonly isUnsaved: boolean;
  readonly onSettings: () => void;
};

/** How far the review of a draft is, and what this person can do about it. */
export function ReviewStatus({ review, version, actions, isUnsaved, onSettings }: Props) {
  const [note, setNote] = useState('');
  const { tone, label } = reviewState(review);
  const clear = (isDone: boolean): void => {
    if (isDone) setNote('');
  };
  const tip = isUnsaved ? 'Save first: others see what is saved.' : undefined;
  return (
    <section className={styles['status']} aria-label="Approval">
      <div className={styles['line']}>
        <StatusBadge tone={tone} label={label} />
        <span className={styles['faint']}>version {version}</span>
      </div>
      {review.publish_problem != null && <p>{review.publish_problem}</p>}
      {actions !== undefined && (
        <>
          <Textarea
            label="Note (optional)"
            rows={1}
            resize="vertical"
            maxLength={LIMITS.reviewNoteLength}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div className={styles['buttons']}>
            {review.answer_problem == null ? (
              <>
                <Button
                  variant="filled"
                  disabled={isUnsaved || actions.isPending}
                  data-tip={tip}
                  onClick={() => void actions.answer('approve', note).then(clear)}
                >
                  Approve
                </Button>
                <Button
                  disabled={isUnsaved || actions.isPending}
                  data-tip={tip}
                  onClick={() => void actions.answer('request_changes', note).then(clear)}
                >
                  Ask for changes
                </Button>
              </>
            ) : (
              <p className={styles['faint']}>{review.answer_problem}</p>
            )}
            <Button
              disabled={isUnsaved || actions.isPending}
              data-tip={tip}
              onClick={() => void actions.request(note).then(clear)}
            >
              Request review
            </Button>
          </div>
        </>
      )}
      {review.history.length > 0 && (
        <ol className={styles['history']} aria-label="History of the review">
          {review.history.map((entry) => (
            <li
              key={`${entry.created} ${entry.person?.id ?? ''}`}
              data-withdrawn={isWithdrawn(entry, version) || undefined}
            >
              {entryText(entry)} · <Timestamp value={entry.created} />
              {isWithdrawn(entry, version) && ' · withdrawn by a later version'}
              {entry.note !== '' && <p className={styles['body']}>{entry.note}</p>}
            </li>
          ))}
        </ol>
      )}
      <ApprovalRule onChanged={onSettings} />
    </section>
  );
}
