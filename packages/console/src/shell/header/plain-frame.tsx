import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { PRODUCT_NAME } from '../../lib/document-head.ts';
import { Box, Row } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';
import { DocsLink } from './docs-link.tsx';
import { Logo } from './logo.tsx';

/** Whether the entry is the first one of the console in the history of this tab: behind it is another site, or the sign-in. */
function isFirstEntry(): boolean {
  const state: unknown = window.history.state;
  return typeof state !== 'object' || state === null || !('idx' in state) || state.idx === 0;
}

type Props = {
  /** At the end of the header, after the link to the documentation. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of a page without an account: a header with a back button, and the page. */
export function PlainFrame({ aside, children }: Props) {
  const navigate = useNavigate();
  const goBack = (): void => void (isFirstEntry() ? navigate('/') : navigate(-1));
  return (
    <div className={styles['plain']}>
      <Row as="header" gap={3} align="center" paddingInline={4} className={styles['header']}>
        <ActionIcon aria-label="Back" onClick={goBack}>
          <IconArrowLeft size={ICON_SIZE} aria-hidden="true" />
        </ActionIcon>
        <Row
          as={Link}
          gap={2}
          align="center"
          tone="text"
          weight="strong"
          to="/"
          className={styles['logo']}
          aria-label={`${PRODUCT_NAME} home`}
        >
          <Logo />
          <span>{PRODUCT_NAME}</span>
        </Row>
        <Box as="span" flex={1} />
        <DocsLink />
        {aside}
      </Row>
      {children}
    </div>
  );
}
