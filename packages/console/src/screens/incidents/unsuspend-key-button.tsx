import { Button } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useUnsuspendKey } from '../../entities/key/use-unsuspend-key.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';

type Props = { readonly name: string; readonly onChanged: () => void };

/** Unsuspends a key after a question; absent for people without the permission. */
export function UnsuspendKeyButton({ name, onChanged }: Props) {
  const { ask, dialog } = useUnsuspendKey(onChanged);
  if (ask === undefined) return null;
  return (
    <>
      <Button leftSection={<IconLockOpen size={ICON_SIZE} />} onClick={() => ask(name)}>
        Unsuspend
      </Button>
      {dialog}
    </>
  );
}
