import { Skeleton } from '@mantine/core';
import { Stack } from '../ui/layout/layout.tsx';
import { Logo } from './header/logo.tsx';
import styles from './shell.module.css';

/** The shell while the session loads. */
export function ShellSkeleton() {
  return (
    <div className={styles['app']} aria-busy="true">
      <header className={styles['header']}>
        <span className={styles['logo']}>
          <Logo />
          <span>Switchboard</span>
        </span>
      </header>
      <div className={styles['nav']} />
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
