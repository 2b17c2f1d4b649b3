import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import type { ReactNode, Ref, SubmitEvent } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Stack } from '../layout/layout.tsx';

type Props = {
  readonly title: string;
  readonly size?: ModalProps['size'];
  /** The fields, one below the other. */
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly isPending: boolean;
  /** Whether the input can be sent. A form that names its problems only when it is sent leaves it out. */
  readonly isReady?: boolean;
  /** The form element, for a form that moves the focus to its first problem. */
  readonly ref?: Ref<HTMLFormElement>;
  readonly onClose: () => void;
  /** Called while the input is ready and nothing is pending. Closing after success is left to it. */
  readonly onSubmit: () => Promise<void>;
};

/** A form in a dialog, with Cancel and a button that sends it. */
export function FormDialog(props: Props) {
  const { title, size = 'md', children, submitLabel, danger = false, isPending, isReady = true, ref } = props;
  const { onClose, onSubmit } = props;
  useReturnFocus();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isReady && !isPending) void onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <Stack as="form" ref={ref} gap={4} minWidth={0} noValidate onSubmit={submit}>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="filled"
            {...(danger ? { color: 'red' } : {})}
            loading={isPending}
            disabled={!isReady}
          >
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
