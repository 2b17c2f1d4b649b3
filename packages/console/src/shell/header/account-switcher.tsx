import { Button, Popover, Skeleton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../api/session/session.ts';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';

const AccountPicker = lazy(async () => ({ default: (await import('./account-picker.tsx')).AccountPicker }));

/** The current account; a button that switches it for people with several accounts. */
export function AccountSwitcher() {
  const { account, accounts } = useSession();
  const [opened, setOpened] = useState(false);
  if (accounts.length <= 1) return <span className={styles['account']}>{account.name}</span>;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width="var(--picker-width)" returnFocus>
      <Popover.Target>
        <Button
          className={styles['account'] ?? ''}
          aria-label={`Account ${account.name}`}
          rightSection={<IconChevronDown size={SMALL_ICON_SIZE} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {account.name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles['pickerFrame'] ?? ''} aria-label="Accounts">
        {opened && (
          <Suspense fallback={<Skeleton height="var(--control)" />}>
            <AccountPicker onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
