import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { PRODUCT_NAME } from '../../lib/document-head.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';
import { DocsLink } from './docs-link.tsx';
import { Logo } from './logo.tsx';

/** The frame of a page without an account: a header with a back button, and the page. */
export function PlainFrame({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  // The first page of a tab has nothing behind it in the console.
  const goBack = (): void => void (key === 'default' ? navigate('/') : navigate(-1));
  return (
    <div className={styles['plain']}>
      <header className={styles['header']}>
        <ActionIcon aria-label="Back" onClick={goBack}>
          <IconArrowLeft size={ICON_SIZE} aria-hidden="true" />
        </ActionIcon>
        <Link to="/" className={styles['logo']} aria-label={`${PRODUCT_NAME} home`}>
          <Logo />
          <span>{PRODUCT_NAME}</span>
        </Link>
        <span className={styles['grow']} />
        <DocsLink />
      </header>
      {children}
    </div>
  );
}
