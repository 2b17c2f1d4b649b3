import type { EditorCommand } from '../../ui/editor/code-editor.tsx';
import { previewCommand } from './preview/preview-command.ts';
import { commentCommand } from './review/comment-command.ts';
import type { EditorActions } from './use-editor-actions.ts';

type Options = {
  readonly mayPreview: boolean;
  /** Comments on the line of the cursor; undefined where nothing may be commented. */
  readonly comment: (() => void) | undefined;
};

/** The commands of the text. */
export function editorCommands(
  { save, test, publish, copyLink, preview, showLineage }: EditorActions,
  { mayPreview, comment }: Options,
): readonly EditorCommand[] {
  return [
    { id: 'save', label: 'Save', run: save },
    { id: 'test', label: 'Test', run: test },
    { id: 'publish', label: 'Publish', run: publish },
    {
      id: 'lineage',
      label: 'Show lineage',
      isInMenu: true,
      keys: ({ KeyMod, KeyCode }) => KeyMod.Alt | KeyMod.Shift | KeyCode.KeyL,
      run: showLineage,
    },
    { id: 'link', label: 'Copy link to lines', isInMenu: true, run: copyLink },
    ...(mayPreview ? [previewCommand(preview)] : []),
    ...(comment === undefined ? [] : [commentCommand(comment)]),
  ];
}
