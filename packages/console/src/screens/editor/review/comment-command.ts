import type { EditorCommand } from '../../../ui/editor/code-editor.tsx';

/** The command of the editor that comments on the line of the cursor. */
export const commentCommand = (run: () => void): EditorCommand => ({
  id: 'comment',
  label: 'Comment on this line',
  keys: ({ KeyMod, KeyCode }) => KeyMod.CtrlCmd | KeyMod.Alt | KeyCode.KeyM,
  isInMenu: true,
  run,
});
