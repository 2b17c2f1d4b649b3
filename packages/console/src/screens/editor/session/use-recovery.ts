import { useEffect, useState } from 'react';
import { useSession } from '../../../api/session/session.ts';
import type { DraftFiles } from '../draft/draft-files.ts';
import { type KeptEdits, keepEdits, readEdits } from '../draft/recovered-edits.ts';
import type { EditorSession } from './editor-session.ts';

/** Milliseconds without a change until it is kept. */
const QUIET = 400;

export type Recovery = {
  /** When the changes were made that were brought back, in milliseconds; null when there were none. */
  readonly recoveredAt: number | null;
  readonly dismiss: () => void;
};

/**
 * Keeps changes that are not saved in the browser, and brings those back that a closed or crashed tab left. Of several tabs of one
 * draft only the first does either.
 */
export function useRecovery(
  { id, files, models, version }: Pick<EditorSession, 'id' | 'files' | 'models' | 'version'>,
  isEditable: boolean,
): Recovery {
  const { account, email } = useSession();
  const key = `${email} ${account.urlName} ${id}`;
  const [recoveredAt, setRecoveredAt] = useState<number | null>(null);
  useEffect(() => {
    if (!isEditable || !('locks' in navigator)) return;
    const ending = new AbortController();
    const work = async (): Promise<void> => {
      const kept = await readEdits(key);
      if (ending.signal.aborted) return;
      if (kept !== null && files.snapshot().unsaved.size === 0) {
        files.apply(kept.edits);
        // A text may be shown already.
        for (const path of files.snapshot().paths) models.refresh(path);
        if (files.snapshot().unsaved.size > 0) setRecoveredAt(kept.at);
      }
      await keepUntil(ending.signal, key, files, version);
    };
    // A browser without storage recovers nothing; the person still edits and saves.
    navigator.locks
      .request(`draft ${key}`, { ifAvailable: true }, (lock) => (lock === null ? undefined : work()))
      .catch(() => undefined);
    return () => ending.abort();
  }, [key, files, models, version, isEditable]);
  return { recoveredAt, dismiss: () => setRecoveredAt(null) };
}

/** Keeps each change. Nothing is kept of an editor that is left within the console: the person was asked, and gave the changes up. */
function keepUntil(ending: AbortSignal, key: string, files: DraftFiles, version: () => number): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): Promise<void> => {
      clearTimeout(timer);
      const kept: KeptEdits = { version: version(), at: Date.now(), edits: files.localEdits() };
      return keepEdits(key, kept).catch(() => undefined);
    };
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), QUIET);
    };
    const stops = [files.onEdit(soon), files.subscribe(soon)];
    const now = (): void => void keep();
    window.addEventListener('pagehide', now);
    ending.addEventListener('abort', () => {
      window.removeEventListener('pagehide', now);
      for (const stop of stops) stop();
      clearTimeout(timer);
      void keepEdits(key, { version: version(), at: Date.now(), edits: [] })
        .catch(() => undefined)
        .finally(resolve);
    });
  });
}
