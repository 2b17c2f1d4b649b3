import type { SelectionRef } from '../../ui/editor/code-editor.tsx';
import type { Diagnostic } from '../../ui/editor/diagnostic.ts';
import { applyFix } from '../../ui/editor/language/apply-fix.ts';
import type { MonacoEditor } from '../../ui/editor/monaco/load-monaco.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import { writeLines } from './draft/lines.ts';
import type { ScriptLanguage } from './draft/use-script-language.ts';
import { lineageAt } from './lineage/lineage-at.ts';
import { usePreviewAtCursor } from './preview/use-preview-at-cursor.ts';
import type { TablePreviews } from './preview/use-table-preview.ts';
import type { EditorSession } from './session/editor-session.ts';
import type { EditorAddress, OpenFiles } from './use-editor-state.ts';

export type EditorActions = {
  readonly save: () => void;
  readonly test: () => void;
  readonly publish: () => void;
  readonly copyLink: () => void;
  /** Previews the table at the cursor. */
  readonly preview: () => void;
  /** Shows the lineage of what stands at the cursor; of the whole script without an editor. */
  readonly showLineage: (editor: MonacoEditor | null) => void;
  readonly fix: (diagnostic: Diagnostic) => void;
};

type Options = {
  readonly session: EditorSession;
  readonly tabs: OpenFiles;
  readonly language: ScriptLanguage;
  readonly previews: TablePreviews;
  readonly selection: SelectionRef;
  readonly address: EditorAddress;
  readonly mayPublish: boolean;
};

/** The actions of buttons, keys and commands of the editor. */
export function useEditorActions(options: Options): EditorActions {
  const { session, tabs, language, previews, selection, mayPublish } = options;
  const [, changeUrl] = options.address;
  const { client, diagnostics } = language;
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  const showLineage = async (editor: MonacoEditor | null): Promise<void> => {
    const at = editor === null || client === null ? null : await lineageAt(client, editor);
    changeUrl({ lineage: at?.node ?? 'all', lineageColumn: at?.column ?? '' }, { replace: false });
  };
  return {
    save: session.requestSave,
    test: () => session.requestDialog('test', hasErrors),
    publish: () => {
      if (mayPublish) session.requestDialog('publish', hasErrors);
    },
    copyLink: () => copyLink(tabs.active, selection),
    preview: usePreviewAtCursor({ language, active: tabs.active, selection, previews }),
    showLineage: (editor) => void showLineage(editor),
    fix: (diagnostic) => {
      if (client === null) return;
      tabs.openAt(diagnostic);
      applyFix(client, session.models, diagnostic).then(
        (isApplied) => {
          if (!isApplied) toastFailed('The problem has changed. Choose its fix again.');
        },
        () => toastFailed('The problem could not be fixed.'),
      );
    },
  };
}

/** Copies a link to the selected lines of the shown file. */
function copyLink(active: string | null, selection: SelectionRef): void {
  const selected = selection.current?.();
  const link = new URL(window.location.href);
  if (active !== null) link.searchParams.set('file', active);
  if (selected !== null && selected !== undefined) link.searchParams.set('lines', writeLines(selected));
  link.searchParams.delete('referrer');
  navigator.clipboard.writeText(link.href).then(
    () => toastDone('Copied to clipboard!'),
    () => toastFailed('The link could not be copied.'),
  );
}
