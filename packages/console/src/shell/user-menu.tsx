import { Menu, SegmentedControl, UnstyledButton } from '@mantine/core';
import { initials } from '@switchboard/model';
import { IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { MODES, readMode, usePreferences } from '../api/preferences.ts';
import { useSession } from '../api/session.ts';
import { ICON_SIZE } from '../ui/theme/metrics.ts';
import styles from './shell.module.css';

const LABELS = { light: 'Light', dark: 'Dark', system: 'System' } as const;
const MODE_OPTIONS = MODES.map((value) => ({ value, label: LABELS[value] }));

type Props = { readonly onShortcuts: () => void };

/** Who is signed in, how the console looks, and the way out. */
export function UserMenu({ onShortcuts }: Props) {
  const { name, email } = useSession();
  const { mode, setMode } = usePreferences();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" width="var(--search-width)">
      <Menu.Target>
        <UnstyledButton className={styles['avatar']} aria-label={`User menu of ${name}`}>
          {initials(name)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles['person']} role="presentation">
          <div className={styles['personName']}>{name}</div>
          <div className={styles['personMail']}>{email}</div>
        </div>
        <div className={styles['modes']} role="presentation">
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Colour mode"
            data={MODE_OPTIONS}
            value={mode}
            onChange={(value) => setMode(readMode(value))}
          />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={ICON_SIZE} />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={ICON_SIZE} />} onClick={() => void navigate('/logout')}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
