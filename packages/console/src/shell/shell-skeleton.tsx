import { Skeleton } from '@mantine/core';
import { Row, Stack } from '../ui/layout/layout.tsx';
import { Logo } from './header/logo.tsx';
import styles from './shell.module.css';

/** The shell while the session loads. */
export function ShellSkeleton() {
  return (
    <div className={styles['app']} aria-busy="true">
      <Row as="header" gap={3} align="center" paddingInline={4} className={styles['header']}>
        <Row as="span" gap={2} align="center" tone="text" weight="strong" className={styles['logo']}>
          <Logo />
          <span>Switchboard</span>
        </Row>
      </Row>
      <Stack padding={[3, 2]} overflowY="auto" background="soft" className={styles['nav']} />
      <main className={styles['main']}>
        <PageSkeleton />
      </main>
    </div>
  );
}

/** A screen's title, filters and first rows while its code loads. */
export function PageSkeleton() {
  return (
    <Stack gap={3} padding={[4, 5]} aria-hidden="true">
      <Skeleton height="var(--line-title)" width="var(--menu-width)" />
      <Skeleton height="var(--control)" width="60%" />
      <Skeleton height="var(--row-head)" />
      <Skeleton height="var(--row)" />
      <Skeleton height="var(--row)" />
      <Skeleton height="var(--row)" />
    </Stack>
  );
}
