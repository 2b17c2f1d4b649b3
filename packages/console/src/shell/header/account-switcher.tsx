import { Button, Skeleton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useSession } from '../../api/session/session.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { Popup } from '../../ui/layers/popup.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';

const AccountPicker = lazyComponent(async () => (await import('./account-picker.tsx')).AccountPicker);

/** The current account; a button that switches it for people with several accounts. */
export function AccountSwitcher() {
  const { account, accounts } = useSession();
  const [opened, setOpened] = useState(false);
  if (accounts.length <= 1) return <span className={styles['account']}>{account.name}</span>;
  return (
    <Popup
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="var(--picker-width)"
      className={styles['pickerFrame']}
      label="Accounts"
      button={(props) => (
        <Button
          {...props}
          className={styles['account'] ?? ''}
          aria-label={`Account ${account.name}`}
          rightSection={<IconChevronDown size={SMALL_ICON_SIZE} aria-hidden="true" />}
        >
          {account.name}
        </Button>
      )}
    >
      {() => (
        <Suspense fallback={<Skeleton height="var(--control)" />}>
          <AccountPicker onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Popup>
  );
}
