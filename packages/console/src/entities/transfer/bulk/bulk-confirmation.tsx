import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BulkPreviewFragment } from '../../../api/generated/graphql.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import type { TransferKind } from '../transfer-kind.ts';
import styles from './bulk.module.css';
import { BULK_LABELS, type BulkAction } from './bulk-action.ts';
import {
  canBecomeCount,
  consequenceText,
  countText,
  isCountTyped,
  RESULTS,
  ruleText,
  skippedText,
} from './bulk-texts.ts';

/** A change of more rows is confirmed by typing their number. */
const TYPED_ABOVE = 100;

type Props = {
  readonly noun: TransferKind['noun'];
  readonly action: BulkAction;
  readonly preview: BulkPreviewFragment;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Asks to confirm a change: its effects and the rows that it leaves out. */
export function BulkConfirmation({ noun, action, preview, onConfirm, onCancel }: Props) {
  const [typed, setTyped] = useState('');
  const [isEntered, setIsEntered] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  // The dialog may have opened before the rows were counted. When it opens later, it focuses the same element.
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const { count, skipped, is_limited: isLimited } = preview;
  const left = skippedText(skipped, noun);
  const isTyped = count > TYPED_ABOVE;
  const isConfirmed = !isTyped || isCountTyped(typed, count);
  const isWrong = !isConfirmed && (isEntered || !canBecomeCount(typed, count));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isConfirmed) onConfirm();
  };
  if (count === 0) {
    return (
      <Stack gap={3} className={styles['step']}>
        <p role="status">
          Nothing would change. {left} {ruleText(noun, action)}
        </p>
        <Group justify="flex-end">
          <Button onClick={onCancel}>Close</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack as="form" gap={3} ref={frame} className={styles['step']} onSubmit={submit}>
      <p role="status">
        <strong>{countText(count, noun)}</strong> will be {RESULTS[action]}. {consequenceText(noun, action)}
      </p>
      {isLimited && (
        <p>More than these match. They are the ones with the newest report dates; repeat the action for the rest.</p>
      )}
      {left !== null && (
        <p className={styles['note']}>
          {left} {ruleText(noun, action)}
        </p>
      )}
      {isTyped && (
        <TextInput
          data-autofocus
          label={`Type ${count} to confirm`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={isWrong && `Type the number of ${noun}s: ${count}.`}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setIsEntered(false);
          }}
          // The form is not sent by Enter while its button is disabled.
          onKeyDown={(event) => {
            if (event.key === 'Enter') setIsEntered(true);
          }}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus={(action === 'abandon' && !isTyped) || undefined} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          data-autofocus={(action !== 'abandon' && !isTyped) || undefined}
          type="submit"
          variant="filled"
          {...(action === 'abandon' ? { color: 'red' } : {})}
          disabled={!isConfirmed}
        >
          {BULK_LABELS[action]} {countText(count, noun)}
        </Button>
      </Group>
    </Stack>
  );
}
