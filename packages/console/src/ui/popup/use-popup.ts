import { useCallback, useEffect, useRef, useState } from 'react';
import { openPopupWindow, type PopupSize, type PopupWindow } from '../../lib/popup-window.ts';

export type PopupState = 'idle' | 'blocked' | 'open' | 'closed' | 'answered';

type Options<T> = {
  /** Names the window: a second click reuses it. */
  readonly name: string;
  readonly size: PopupSize;
  /** The answer in a message of the window; null for a message of another kind. */
  readonly read: (message: unknown) => T | null;
  readonly onAnswer: (answer: T) => void;
};

export type Popup = {
  readonly state: PopupState;
  /** Opens the window at an address, which may still be asked for. To be called by a click. */
  readonly open: (address: Promise<string>) => void;
  readonly focus: () => void;
  readonly cancel: () => void;
};

/** A window of another site, such as the consent page of a provider, and its answer. */
export function usePopup<T>(options: Options<T>): Popup {
  const [state, setState] = useState<PopupState>('idle');
  const latest = useRef(options);
  const current = useRef<PopupWindow | null>(null);
  const isAnswered = useRef(false);
  useEffect(() => {
    latest.current = options;
  });
  // A window that has answered shows its result, and closes by itself, also after this page is left.
  useEffect(
    () => () => {
      if (!isAnswered.current) current.current?.close();
    },
    [],
  );
  const cancel = useCallback(() => {
    current.current?.close();
    setState('idle');
  }, []);
  const open = useCallback(
    (address: Promise<string>) => {
      current.current?.close();
      const { name, size } = latest.current;
      const popup = openPopupWindow<T>(name, size, {
        read: (message) => latest.current.read(message),
        onClosed: () => setState('closed'),
        onAnswer: (answer) => {
          isAnswered.current = true;
          setState('answered');
          latest.current.onAnswer(answer);
        },
      });
      current.current = popup;
      isAnswered.current = false;
      setState(popup === null ? 'blocked' : 'open');
      // Whoever asks for the address reports why there is none.
      if (popup !== null) address.then(popup.showAddress, cancel);
    },
    [cancel],
  );
  return { state, open, focus: useCallback(() => current.current?.focus(), []), cancel };
}
