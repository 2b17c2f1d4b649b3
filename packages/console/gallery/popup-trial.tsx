import { Button } from '@mantine/core';
import { useState } from 'react';
import { answerOpener } from '../src/lib/popup-window.ts';
import { PopupStatus } from '../src/ui/popup/popup-status.tsx';
import { usePopup } from '../src/ui/popup/use-popup.ts';

const SIZE = { width: 800, height: 600 };
const ADDRESS = '/?part=popup-answer';

function readAnswer(message: unknown): string | null {
  const isAnswer = typeof message === 'object' && message !== null && 'gallery' in message;
  return isAnswer ? String(message.gallery) : null;
}

/** Opens a window of the gallery, which answers. */
export function PopupTrial() {
  const [answer, setAnswer] = useState('');
  const popup = usePopup({ name: 'gallery-popup', size: SIZE, read: readAnswer, onAnswer: setAnswer });
  const open = (): void => popup.open(Promise.resolve(new URL(ADDRESS, location.href).href));
  return (
    <>
      <Button onClick={open}>Connect</Button>
      <PopupStatus popup={popup} task="Sign in" onRetry={open} />
      <span role="status">{answer === '' ? '' : `Answered: ${answer}`}</span>
    </>
  );
}

/** The page in the window. */
export function PopupAnswer() {
  return (
    <Button
      onClick={() => {
        answerOpener({ gallery: 'connected' });
        window.close();
      }}
    >
      Allow
    </Button>
  );
}
