import { type ReactNode, type Ref, useId, useState } from 'react';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { PopupLayerProps } from './popup-layer.tsx';

const importLayer = () => import('./popup-layer.tsx');
const PopupLayer = lazyLayer(async () => (await importLayer()).PopupLayer);

/** Begins to load the layer when a pointer or the focus reaches its button. A failure is reported when it opens. */
const preload = (): void => void importLayer().catch(() => undefined);

/** Props of the button of a popup. */
export type PopupButtonProps = {
  readonly ref: Ref<HTMLButtonElement>;
  readonly id: string;
  readonly 'aria-haspopup': 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
};

type Props = Omit<PopupLayerProps, 'button' | 'onClose' | 'id' | 'children'> & {
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly button: (props: PopupButtonProps) => ReactNode;
  readonly children: () => ReactNode;
};

/** A button and the layer that it opens. The code of layers is not part of the first load of a screen. */
export function Popup({ opened, onChange, button, children, ...layer }: Props) {
  const id = useId();
  const [element, setElement] = useState<HTMLButtonElement | null>(null);
  return (
    <>
      {button({
        ref: setElement,
        id,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onClick: () => onChange(!opened),
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {opened && element !== null && (
        <PopupLayer {...layer} id={id} button={element} onClose={() => onChange(false)}>
          {children()}
        </PopupLayer>
      )}
    </>
  );
}
