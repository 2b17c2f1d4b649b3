import type { SelectionRef } from '../../../ui/editor/code-editor.tsx';
import { toastFailed } from '../../../ui/feedback/toasts.ts';
import type { ScriptLanguage } from '../draft/use-script-language.ts';
import type { TablePreviews } from './use-table-preview.ts';

type Options = {
  readonly language: ScriptLanguage;
  /** The shown file. */
  readonly active: string | null;
  readonly selection: SelectionRef;
  readonly previews: TablePreviews;
};

/** @returns previews the table at the cursor: the one whose name stands there, or in whose declaration it is */
export function usePreviewAtCursor({ language: { client }, active, selection, previews }: Options): () => void {
  const preview = async (): Promise<void> => {
    const selected = selection.current?.();
    if (client === null || active === null || selected == null) {
      toastFailed('Open a file and place the cursor on a table.');
      return;
    }
    const table = await client.tableAt(active, selected.endLine, selected.endColumn);
    if (table === null) toastFailed('Place the cursor on a table, or in the declaration of one.');
    else previews.show(table);
  };
  return () => void preview().catch(() => toastFailed('The table at the cursor could not be found.'));
}
