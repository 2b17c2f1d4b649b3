import { Button, Group, Textarea } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import { type KeyboardEvent, useState } from 'react';
import { withCommand } from '../header/editor-header.tsx';

type Props = {
  readonly label: string;
  readonly submitLabel: string;
  readonly initial?: string;
  readonly isFocused?: boolean;
  /** Resolves to whether it was saved; the text is kept otherwise. */
  readonly onSubmit: (body: string) => Promise<boolean>;
  readonly onCancel?: () => void;
};

/** How many characters may be left before they are counted. */
const COUNTED = 500;

/** Writes a comment. Ctrl or Cmd with Enter sends it, Escape closes the form. */
export function CommentForm({ label, submitLabel, initial = '', isFocused = false, onSubmit, onCancel }: Props) {
  const [body, setBody] = useState(initial);
  const [isSending, setIsSending] = useState(false);
  const isEmpty = body.trim() === '';
  const left = LIMITS.draftCommentLength - body.length;
  const submit = async (): Promise<void> => {
    if (isEmpty || isSending) return;
    setIsSending(true);
    const isDone = await onSubmit(body);
    setIsSending(false);
    if (isDone) setBody('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    } else if (event.key === 'Escape' && onCancel !== undefined) {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <div>
      <Textarea
        label={label}
        rows={3}
        resize="vertical"
        maxLength={LIMITS.draftCommentLength}
        value={body}
        data-autofocus={isFocused || undefined}
        autoFocus={isFocused}
        {...(left <= COUNTED ? { description: `${fullNumber(left)} characters remaining` } : {})}
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        <Button
          variant="filled"
          disabled={isEmpty}
          loading={isSending}
          data-tip={withCommand('Enter')}
          onClick={() => void submit()}
        >
          {submitLabel}
        </Button>
      </Group>
    </div>
  );
}
