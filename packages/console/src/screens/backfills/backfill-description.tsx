import { descriptionProblem } from '@switchboard/model/backfill';
import { LIMITS } from '@switchboard/model/limits';
import { InlineText } from '../../ui/form/inline-text.tsx';
import styles from './backfills.module.css';

/** Longer descriptions are cut; the tooltip has the whole text. */
const SHOWN_LENGTH = 400;

type Props = { readonly value: string; readonly onSave: ((text: string) => null) | undefined };

/** The description of a backfill: "-" when it is empty. */
export function BackfillDescription({ value, onSave }: Props) {
  const shown = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)} ...` : value;
  return (
    <InlineText
      what="description"
      value={value}
      maxLength={LIMITS.backfillDescriptionLength}
      isLong
      problemOf={(text) => descriptionProblem(text)?.message ?? null}
      onSave={onSave}
    >
      <span className={styles['description']} data-tip={value === '' ? undefined : value}>
        {shown === '' ? '-' : shown}
      </span>
    </InlineText>
  );
}
