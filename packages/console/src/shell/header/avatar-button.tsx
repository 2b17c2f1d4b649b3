import { UnstyledButton } from '@mantine/core';
import { initials } from '@switchboard/model/format';
import { Suspense, useState } from 'react';
import { usePerson } from '../../api/session/session.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import styles from '../shell.module.css';

const UserMenu = lazyComponent(async () => (await import('./user-menu.tsx')).UserMenu);

type Props = {
  /** Absent on screens without the list of shortcuts. */
  readonly onShortcuts?: () => void;
};

/** The person's initials; their menu is loaded when it first opens. */
export function AvatarButton({ onShortcuts }: Props) {
  const { name } = usePerson();
  const [isOpened, setIsOpened] = useState(false);
  const button = (
    <UnstyledButton
      className={styles['avatar']}
      aria-label={`User menu of ${name}`}
      aria-haspopup="menu"
      onClick={() => setIsOpened(true)}
    >
      {initials(name)}
    </UnstyledButton>
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu {...(onShortcuts && { onShortcuts })} />
    </Suspense>
  );
}
