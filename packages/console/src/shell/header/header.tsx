import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../api/session/session.ts';
import { PRODUCT_NAME } from '../../lib/document-head.ts';
import { Box, Row } from '../../ui/layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';
import { AccountSwitcher } from './account-switcher.tsx';
import { AvatarButton } from './avatar-button.tsx';
import { DocsLink } from './docs-link.tsx';
import { Logo } from './logo.tsx';

const COMMAND = /mac/i.test(navigator.platform) ? '⌘K' : 'Ctrl K';

type Props = { readonly onPalette: () => void; readonly onShortcuts: () => void };

/** The header of every screen. */
export function Header({ onPalette, onShortcuts }: Props) {
  const { account } = useSession();
  return (
    <Row as="header" gap={3} align="center" paddingInline={4} className={styles['header']}>
      <Row
        as={Link}
        gap={2}
        align="center"
        tone="text"
        weight="strong"
        to={`/app/${account.urlName}/dashboard`}
        className={styles['logo']}
        aria-label={`${PRODUCT_NAME} home`}
      >
        <Logo />
        <span>{PRODUCT_NAME}</span>
      </Row>
      <AccountSwitcher />
      <Box as="span" flex={1} />
      <UnstyledButton
        className={styles['palette']}
        aria-label="Search or jump to"
        aria-haspopup="dialog"
        onClick={onPalette}
      >
        <IconSearch size={SMALL_ICON_SIZE} aria-hidden="true" />
        <span>Search or jump to…</span>
        <Kbd aria-hidden="true">{COMMAND}</Kbd>
      </UnstyledButton>
      <DocsLink />
      <AvatarButton onShortcuts={onShortcuts} />
    </Row>
  );
}
