import { Button, Group, Modal, Text } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { type ReactNode, useState } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';

type Props = {
  readonly title: string;
  /** Names the object and the consequence. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** The action is unknown as yet, or not possible. */
  readonly disabled?: boolean;
  readonly onClose: () => void;
  /** Resolves to true when the action succeeded; otherwise the dialog stays open. */
  readonly onConfirm: () => Promise<boolean>;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirmLabel, cancelLabel = 'Cancel', danger = false, disabled = false } = props;
  const { onClose, onConfirm } = props;
  useReturnFocus();
  const [working, setWorking] = useState(false);
  const confirm = async (): Promise<void> => {
    setWorking(true);
    const done = await onConfirm();
    setWorking(false);
    if (done) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <Text component="div">{children}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button onClick={onClose} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          variant="filled"
          {...(danger ? { color: 'red' } : {})}
          loading={working}
          disabled={disabled}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
