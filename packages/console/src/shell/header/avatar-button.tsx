import { UnstyledButton } from '@mantine/core';
import { initials } from '@switchboard/model';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../api/session/session.ts';
import styles from '../shell.module.css';

const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

type Props = { readonly onShortcuts: () => void };

/** The person's initials; the menu behind them is loaded when it is first wanted. */
export function AvatarButton({ onShortcuts }: Props) {
  const { name } = useSession();
  const [wanted, setWanted] = useState(false);
  const button = (
    <UnstyledButton
      className={styles['avatar']}
      aria-label={`User menu of ${name}`}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      {initials(name)}
    </UnstyledButton>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu onShortcuts={onShortcuts} />
    </Suspense>
  );
}
