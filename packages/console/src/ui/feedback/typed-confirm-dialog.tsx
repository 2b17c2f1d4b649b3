import { Text, TextInput } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { type ReactNode, useState } from 'react';
import { FormDialog } from './form-dialog.tsx';

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
  const [typed, setTyped] = useState('');
  const [isWorking, setIsWorking] = useState(false);
  const isTyped = (isAnyCase ? typed.trim().toLowerCase() : typed.trim()) === name;
  const confirm = async (): Promise<void> => {
    setIsWorking(true);
    const isDone = await onConfirm();
    setIsWorking(false);
    if (isDone) onClose();
  };
  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      danger
      isPending={isWorking}
      isReady={isTyped}
      onClose={onClose}
      onSubmit={confirm}
    >
      <Text component="div">{children}</Text>
      <TextInput
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
    </FormDialog>
  );
}
