import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import type { BulkMenuProps } from './bulk-menu-layer.tsx';

const BulkMenuLayer = lazyLayer(async () => (await import('./bulk-menu-layer.tsx')).BulkMenuLayer);

/** Actions on all rows of a list without selecting them. */
export function BulkMenu(props: BulkMenuProps) {
  const id = useId();
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        id={`${id}-target`}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        rightSection={<IconChevronDown size={SMALL_ICON_SIZE} aria-hidden="true" />}
        onClick={(event) => setButton(button === null ? event.currentTarget : null)}
      >
        Actions
      </Button>
      {button !== null && <BulkMenuLayer {...props} id={id} button={button} onClose={() => setButton(null)} />}
    </>
  );
}
