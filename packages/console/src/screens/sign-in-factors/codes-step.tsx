import { Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './sign-in-factors.module.css';

type Props = { readonly codes: readonly string[]; readonly onDone: () => void };

/** New recovery codes: the only time that they are shown. */
export function CodesStep({ codes, onDone }: Props) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <Stack gap={3} minWidth={0}>
      <Banner tone="warning" title="Save these codes now: they are not shown again.">
        Each signs you in once, in place of your app or passkey. Keep them where you find them without your phone.
      </Banner>
      <ul className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button
          ref={copy}
          leftSection={<IconCopy size={ICON_SIZE} />}
          onClick={() => void copyText(codes.join('\n'), 'Recovery codes copied')}
        >
          Copy codes
        </Button>
        <Button variant="filled" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
