import { Menu } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import type { ReactNode } from 'react';
import { Anchor } from './anchor.tsx';

type Props = {
  /** The button that has opened the menu. It has the id `{id}-target`. */
  readonly button: HTMLElement;
  readonly id: string;
  readonly position: 'bottom-start' | 'bottom-end';
  readonly onClose: () => void;
  /** The entries. */
  readonly children: ReactNode;
};

/** An open menu below a button that other components render. Many buttons can share it: one menu is open at a time. */
export function AnchoredMenu({ button, id, position, onClose, children }: Props) {
  const close = (): void => {
    onClose();
    button.focus({ preventScroll: true });
  };
  return (
    <Menu opened position={position} id={id} onClose={close} returnFocus={false}>
      <Menu.Target refProp="anchorRef">
        <Anchor element={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
