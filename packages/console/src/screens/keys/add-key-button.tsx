import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';

const KeyTypePicker = lazyLayer(async () => (await import('./key-type-picker.tsx')).KeyTypePicker);

/** Asks for the type of a new key, then opens its form. */
export function AddKeyButton() {
  const navigate = useNavigate();
  const paths = useKeyPaths();
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <Button variant="filled" leftSection={<IconPlus size={ICON_SIZE} />} onClick={() => setIsChoosing(true)}>
        Add key
      </Button>
      {isChoosing && (
        <KeyTypePicker onClose={() => setIsChoosing(false)} onChoose={(type) => void navigate(paths.add(type))} />
      )}
    </>
  );
}
