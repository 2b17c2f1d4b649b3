import { ActionIcon, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Row } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './inline-text.module.css';

type Props = {
  /** Name of the text, in labels: "title". */
  readonly what: string;
  readonly value: string;
  readonly maxLength: number;
  readonly isLong?: boolean;
  /** Returns the problem of a text; null for a valid one. */
  readonly problemOf: (text: string) => string | null;
  /**
   * Absent for people who may only read. Answers null where the text is shown before it is saved; otherwise whether it was saved, or
   * why not, and if not, it stays in its field.
   */
  readonly onSave: ((text: string) => Promise<boolean | string> | null) | undefined;
  /** The text as it is read. */
  readonly children: ReactNode;
};

/** A text that is edited where it stands: Enter saves, Escape cancels. */
export function InlineText({ what, value, maxLength, isLong = false, problemOf, onSave, children }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [refused, setRefused] = useState<{ readonly text: string; readonly problem: string } | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  if (draft === null)
    return (
      <Row as="span" inline gap={1} align="start" maxWidth="full" breakWords>
        {children}
        {onSave !== undefined && (
          <ActionIcon
            ref={pencil}
            aria-label={`Edit ${what}`}
            data-tip={`Edit ${what}`}
            onClick={() => setDraft(value)}
          >
            <IconPencil size={SMALL_ICON_SIZE} />
          </ActionIcon>
        )}
      </Row>
    );
  const problem = problemOf(draft) ?? (refused?.text === draft.trim() ? refused.problem : null);
  const close = (): void => {
    setDraft(null);
    // The button is there again after the next drawing.
    requestAnimationFrame(() => pencil.current?.focus());
  };
  const save = async (text: string): Promise<void> => {
    setIsSaving(true);
    const isSaved = await onSave?.(text);
    setIsSaving(false);
    if (typeof isSaved === 'string') setRefused({ text, problem: isSaved });
    else if (isSaved !== false) close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isSaving) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (problem !== null) return;
    if (draft.trim() === value) close();
    else void save(draft.trim());
  };
  const field = {
    className: styles['field'] ?? '',
    'aria-label': `New ${what}`,
    'data-autofocus': true,
    autoFocus: true,
    value: draft,
    maxLength,
    error: problem,
    onKeyDown,
    readOnly: isSaving,
    onBlur: () => {
      if (!isSaving) close();
    },
  };
  const help = 'Enter saves, Escape cancels';
  return isLong ? (
    <Textarea
      {...field}
      rows={4}
      description={`${help}. ${maxLength - draft.length} characters remaining`}
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...field} description={help} onChange={(event) => setDraft(event.currentTarget.value)} />
  );
}
