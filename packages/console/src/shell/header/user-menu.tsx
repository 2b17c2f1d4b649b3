import { Divider, Popover, SegmentedControl, UnstyledButton } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { initials } from '@switchboard/model/format';
import {
  IconAdjustments,
  IconKeyboard,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconUsers,
} from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { MODES, readMode, usePreferences } from '../../api/preferences/preferences.ts';
import { SessionContext, usePerson } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { permittedAdministration } from '../../screens.ts';
import { Box, Text } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';
import { permittedAccountScreens } from './account-screens.ts';
import { DownloadDataItem } from './download-data-item.tsx';
import { ResetPasswordItem } from './reset-password-item.tsx';

const FactorsDialog = lazyLayer(
  async () => (await import('../../screens/sign-in-factors/factors-dialog.tsx')).FactorsDialog,
);

const LABELS = { light: 'Light', dark: 'Dark', system: 'System' } as const;
const MODE_OPTIONS = MODES.map((value) => ({ value, label: LABELS[value] }));

type Props = {
  /** Absent on screens without the list of shortcuts. */
  readonly onShortcuts?: () => void;
};

/**
 * The signed-in person, the colour mode, Users and Settings of the account, Admin for administrators, sign-in security, Reset password,
 * Download my data and Logout. Opens on mount.
 */
export function UserMenu({ onShortcuts }: Props) {
  const { name, email, permissions } = usePerson();
  const account = useContext(SessionContext)?.account;
  const accountScreens = account == null ? [] : permittedAccountScreens(permissions, account.urlName);
  const { pathname } = useLocation();
  const { mode, setMode } = usePreferences();
  const [opened, setOpened] = useState(true);
  const [isSecurityOpen, setIsSecurityOpen] = useState(false);
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width="var(--search-width)"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <UnstyledButton
            className={styles['avatar']}
            aria-label={`User menu of ${name}`}
            onClick={() => setOpened(!opened)}
          >
            {initials(name)}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={styles['userMenu'] ?? ''} aria-label="User menu">
          <Box padding={[2, 3]}>
            <Text as="div" weight="medium">
              {name}
            </Text>
            <Text as="div" size="small" tone="dim">
              {email}
            </Text>
          </Box>
          <Box padding={[1, 3, 2]}>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label="Colour mode"
              data={MODE_OPTIONS}
              value={mode}
              onChange={(value) => setMode(readMode(value))}
            />
          </Box>
          <Divider />
          {accountScreens.map(({ path, title }) => (
            <Link key={path} className={styles['item']} to={path} onClick={() => setOpened(false)}>
              {title === 'Users' ? (
                <IconUsers size={ICON_SIZE} aria-hidden="true" />
              ) : (
                <IconAdjustments size={ICON_SIZE} aria-hidden="true" />
              )}
              {title}
            </Link>
          ))}
          {permittedAdministration(permissions).map(({ path, title }) => (
            <Link
              key={path}
              className={styles['item']}
              to={path}
              aria-current={pathname === path ? 'page' : undefined}
              onClick={() => setOpened(false)}
            >
              <IconSettings size={ICON_SIZE} aria-hidden="true" />
              {title}
            </Link>
          ))}
          {onShortcuts !== undefined && (
            <UnstyledButton
              className={styles['item']}
              onClick={() => {
                setOpened(false);
                onShortcuts();
              }}
            >
              <IconKeyboard size={ICON_SIZE} aria-hidden="true" />
              Keyboard shortcuts
            </UnstyledButton>
          )}
          <UnstyledButton
            className={styles['item']}
            onClick={() => {
              setOpened(false);
              setIsSecurityOpen(true);
            }}
          >
            <IconShieldLock size={ICON_SIZE} aria-hidden="true" />
            Sign-in security
          </UnstyledButton>
          <ResetPasswordItem />
          <DownloadDataItem />
          <Link className={styles['item']} to="/logout">
            <IconLogout size={ICON_SIZE} aria-hidden="true" />
            Logout
          </Link>
        </Popover.Dropdown>
      </Popover>
      {isSecurityOpen && <FactorsDialog onClose={() => setIsSecurityOpen(false)} />}
    </>
  );
}
