import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Text } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './backfills.module.css';

type Props = {
  /** "Backfill ID" */
  readonly what: string;
  readonly text: string;
};

/** An id as a chip, with a button that copies it. */
export function CopyChip({ what, text }: Props) {
  return (
    <Chip>
      <Text tone="dim">{what}</Text>
      <Text size="small" mono className={styles['chipId'] ?? ''} data-tip={text}>
        {text}
      </Text>
      <ActionIcon
        size="xs"
        aria-label={`Copy ${what}`}
        data-tip={`Copy ${what}`}
        onClick={() => void copyText(text, 'Copied to clipboard')}
      >
        <IconCopy size={SMALL_ICON_SIZE} />
      </ActionIcon>
    </Chip>
  );
}
