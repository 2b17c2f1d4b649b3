import { type ReactNode, useCallback, useState } from 'react';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { type Pausable, useMayPause } from './pausable.ts';

const PauseDialog = lazyLayer(async () => (await import('./pause-dialog.tsx')).PauseDialog);
const ResumeDialog = lazyLayer(async () => (await import('./resume-dialog.tsx')).ResumeDialog);

type Asked = { readonly act: 'pause' | 'resume'; readonly pausable: Pausable; readonly project?: string | undefined };

export type Pausing = {
  /** Opens the dialog; undefined for people without the permission. */
  readonly ask: ((asked: Asked) => void) | undefined;
  readonly dialog: ReactNode;
};

/** Pauses and resumes things of a kind. */
export function usePause(kind: Pausable['kind'], onChanged: () => void): Pausing {
  const mayPause = useMayPause(kind);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback((wanted: Asked) => setAsked(wanted), []);
  const close = (): void => setAsked(null);
  return {
    ask: mayPause ? ask : undefined,
    dialog:
      asked !== null &&
      (asked.act === 'pause' ? (
        <PauseDialog pausable={asked.pausable} project={asked.project} onClose={close} onPaused={onChanged} />
      ) : (
        <ResumeDialog pausable={asked.pausable} onClose={close} onResumed={onChanged} />
      )),
  };
}
