import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';

type Props = {
  readonly title: string;
  /** Names the object and the consequence. */
  readonly children: ReactNode;
  /** Text that the person must type, such as the name of what is deleted. */
  readonly name: string;
  /** Whether it may be typed in any case. */
  readonly isAnyCase?: boolean;
  readonly confirmLabel: string;
  readonly onClose: () => void;
  /** Resolves to true when the action succeeded; otherwise the dialog stays open. */
  readonly onConfirm: () => Promise<boolean>;
};

/** Asks for a dangerous action by having its name typed. */
export function TypedConfirmDialog(props: Props) {
  const { title, children, name, isAnyCase = false, confirmLabel, onClose, onConfirm } = props;
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [isWorking, setIsWorking] = useState(false);
  const isTyped = (isAnyCase ? typed.trim().toLowerCase() : typed.trim()) === name;
  const confirm = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!isTyped || isWorking) return;
    setIsWorking(true);
    const isDone = await onConfirm();
    setIsWorking(false);
    if (isDone) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void confirm(event)}>
        <Text component="div">{children}</Text>
        <TextInput
          mt="md"
          data-autofocus
          labelProps={{ mb: 'xs' }}
          label={
            <>
              Type <strong>{name}</strong> to confirm
            </>
          }
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" color="red" loading={isWorking} disabled={!isTyped}>
            {confirmLabel}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
