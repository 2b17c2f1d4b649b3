import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import type { Changes } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import type { FileModels } from '../../ui/editor/monaco/file-models.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import type { DraftFiles } from './draft/draft-files.ts';
import { type DraftHead, type DraftState, fetchDraft, fetchHead, loadAllTexts } from './draft/load-draft.ts';

/** Whether changes may be of a draft, of the published version or of their runs. */
const concernsDrafts = ({ events }: Pick<Changes, 'events'>): boolean =>
  events.some(({ code, flow }) => code.startsWith('DRAFT_') || code.startsWith('SCRIPT_') || flow != null);

type Options = {
  readonly head: DraftHead;
  readonly files: DraftFiles;
  readonly models: FileModels;
  readonly onState: (state: DraftState) => void;
};

export type DraftRefresh = {
  /** Reads the newest version of the draft. Resolves to whether it was read. */
  readonly reload: (keepMine: boolean) => Promise<boolean>;
  readonly refreshHead: () => void;
  /** A newer version that somebody else has saved while this person has unsaved changes; null otherwise. */
  readonly newer: DraftHead | null;
};

/** Follows what others do with the draft. A newer version is read at once, unless this person has unsaved changes. */
export function useDraftRefresh({ head, files, models, onState }: Options): DraftRefresh {
  const client = useClient();
  const [newer, setNewer] = useState<DraftHead | null>(null);
  const { id, version } = head;
  const reload = useCallback(
    async (keepMine: boolean): Promise<boolean> => {
      try {
        const opened = await fetchDraft(client, { id, path: '' });
        if (opened === null) return false;
        files.replace(opened.files, keepMine);
        onState({ head: opened.head, publishedId: opened.publishedId });
        setNewer(null);
        await loadAllTexts(client, id, files);
        for (const path of files.snapshot().paths) models.refresh(path);
        files.announce();
        return true;
      } catch (error) {
        toastFailed(error instanceof Error ? error.message : String(error));
        return false;
      }
    },
    [client, id, files, models, onState],
  );
  const refreshHead = useCallback(() => {
    fetchHead(client, id).then(
      async (state) => {
        if (state === null) return;
        if (state.head.version <= version) {
          onState(state);
          return;
        }
        if (files.snapshot().unsaved.size > 0) {
          setNewer(state.head);
          return;
        }
        if (await reload(false))
          toastDone(`${state.head.updated_by?.name ?? 'Somebody else'} saved this draft. You see their version.`);
      },
      // The next change asks again.
      () => undefined,
    );
  }, [client, id, version, files, reload, onState]);
  useRefetchOnChanges(refreshHead, concernsDrafts);
  return { reload, refreshHead, newer: newer !== null && newer.version > version ? newer : null };
}
