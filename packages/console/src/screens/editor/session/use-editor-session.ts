import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from 'urql';
import type { Changes } from '../../../api/live/live.ts';
import { useRefetchOnChanges } from '../../../api/live/use-refetch-on-changes.ts';
import { SCRIPT_LANGUAGE } from '../../../ui/editor/language/script-language.ts';
import { FileModels } from '../../../ui/editor/monaco/file-models.ts';
import { toastDone, toastFailed } from '../../../ui/feedback/toasts.ts';
import { DraftFiles, type DraftSnapshot } from '../draft/draft-files.ts';
import type { OpenedDraft } from '../draft/load-draft.ts';
import { EditorSession, type EditorState } from './editor-session.ts';

const NOTIFY = { done: toastDone, failed: toastFailed };

/** Whether changes may be of a draft, of the published version or of their runs. */
const concernsDrafts = ({ events }: Pick<Changes, 'events'>): boolean =>
  events.some(({ code, flow }) => code.startsWith('DRAFT_') || code.startsWith('SCRIPT_') || flow != null);

/** The session of an opened draft, as long as the editor shows it. It follows what others do with the draft. */
export function useEditorSession({ head, publishedId, files: stored, texts }: OpenedDraft): EditorSession {
  const client = useClient();
  const [session] = useState(() => {
    const files = new DraftFiles(stored);
    files.load(texts);
    const models = new FileModels({
      scope: `draft-${head.id}`,
      language: SCRIPT_LANGUAGE,
      textOf: files.textOf,
      onEdit: (path, text) => files.edit(path, text),
    });
    return new EditorSession({ client, draft: { head, publishedId }, files, models, notify: NOTIFY });
  });
  useEffect(() => () => session.models.dispose(), [session]);
  const refresh = useCallback(() => void session.refreshHead(), [session]);
  useRefetchOnChanges(refresh, concernsDrafts);
  return session;
}

export const useEditorState = ({ subscribe, state }: EditorSession): EditorState =>
  useSyncExternalStore(subscribe, state);

export const useDraftSnapshot = ({ files }: EditorSession): DraftSnapshot =>
  useSyncExternalStore(files.subscribe, files.snapshot);
