import { Popover, type PopoverProps } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { type ReactNode, useEffect } from 'react';
import { Anchor } from './anchor.tsx';

export type PopupLayerProps = {
  readonly button: HTMLElement;
  /** The accessible name of the layer. */
  readonly label: string;
  /** Id of the button; the layer's is `{id}-dropdown`. */
  readonly id: string;
  readonly position: 'bottom-start' | 'bottom-end';
  readonly width?: PopoverProps['width'];
  readonly className?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The open layer of a `Popup`. The focus stays inside and returns to the button. */
export function PopupLayer({ button, label, id, className, onClose, children, ...placement }: PopupLayerProps) {
  useEffect(() => () => button.focus({ preventScroll: true }), [button]);
  return (
    <Popover {...placement} id={id} opened trapFocus onDismiss={onClose}>
      <Popover.Target refProp="anchorRef">
        <Anchor element={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} {...(className !== undefined && { className })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
