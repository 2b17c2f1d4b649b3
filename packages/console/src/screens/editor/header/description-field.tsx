import { TextInput, UnstyledButton } from '@mantine/core';
import { draftDescription, EMPTY_DESCRIPTION } from '@switchboard/model/changelist';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { RenameDraftDocument } from '../../../api/generated/documents/change-draft.ts';
import { toastDone, toastFailed } from '../../../ui/feedback/toasts.ts';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from '../editor.module.css';

type Props = {
  readonly id: string;
  readonly description: string;
  readonly isEditable: boolean;
  readonly onRenamed: (description: string) => void;
};

const NOT_RENAMED = 'There was a problem renaming the draft';

/** The description of the draft as the page's heading. It is edited in place: leaving the field, or Enter, saves it. */
export function DescriptionField({ id, description, isEditable, onRenamed }: Props) {
  const client = useClient();
  const [typed, setTyped] = useState<string | null>(null);
  const isCancelled = useRef(false);
  const save = async (): Promise<void> => {
    const next = draftDescription(typed ?? '');
    setTyped(null);
    if (isCancelled.current || typed === null || next === description) return;
    if (next === '') {
      toastFailed(EMPTY_DESCRIPTION);
      return;
    }
    const { data, error } = await client.mutation(RenameDraftDocument, { id, description: next }).toPromise();
    const result = data?.save_changelist;
    if (result?.__typename === 'SaveChangelistOk') {
      toastDone('Draft renamed');
      onRenamed(result.changelist.description);
      return;
    }
    const failure = describeFailure(error ?? { graphQLErrors: [] });
    const refusal =
      result !== undefined && 'message' in result && typeof result.message === 'string' ? result.message : null;
    toastFailed(refusal ?? (error?.networkError ? NOT_RENAMED : failure.message || NOT_RENAMED), failure.requestId);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') isCancelled.current = true;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  if (typed !== null)
    return (
      <TextInput
        className={styles['descriptionField'] ?? ''}
        aria-label="Draft description"
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => void save()}
        onKeyDown={press}
      />
    );
  return (
    <h1 className={styles['title']} tabIndex={-1}>
      {isEditable ? (
        <UnstyledButton
          className={styles['description'] ?? ''}
          aria-label={`Edit description: ${description}`}
          data-tip={description}
          onClick={() => {
            isCancelled.current = false;
            setTyped(description);
          }}
        >
          <span className={styles['cut']}>{description}</span>
          <IconPencil size={SMALL_ICON_SIZE} aria-hidden="true" className={styles['pencil']} />
        </UnstyledButton>
      ) : (
        <span className={styles['cut']} data-tip={description}>
          {description}
        </span>
      )}
    </h1>
  );
}
