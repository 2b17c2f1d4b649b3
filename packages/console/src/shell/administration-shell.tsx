import { type ReactNode, Suspense } from 'react';
import { TipLayer } from '../ui/page/tip-layer.tsx';
import { AvatarButton } from './header/avatar-button.tsx';
import { PlainFrame } from './header/plain-frame.tsx';
import styles from './shell.module.css';
import { PageSkeleton } from './shell-skeleton.tsx';
import { SkipLinks } from './skip-links.tsx';

/** The frame of a screen of administration: a header with a back button and the user menu, no navigation. */
export function AdministrationShell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SkipLinks />
      <PlainFrame aside={<AvatarButton />}>
        <main id="main" className={styles['main']} tabIndex={-1}>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </main>
      </PlainFrame>
      <TipLayer />
    </>
  );
}
