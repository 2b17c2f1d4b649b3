import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import styles from './side-drawer.module.css';

type Props = {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A drawer from the right. */
export function SideDrawer({ title, opened, onClose, children }: Props) {
  useReturnFocus();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        content: styles['content'] ?? '',
        header: styles['header'] ?? '',
        title: styles['title'] ?? '',
        body: styles['body'] ?? '',
      }}
    >
      {children}
    </Drawer>
  );
}
