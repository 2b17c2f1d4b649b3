import type { EditorCommand } from '../../../ui/editor/code-editor.tsx';

/** The command of the editor that previews the table at the cursor; its keys are `PREVIEW_KEYS`. */
export const previewCommand = (run: () => void): EditorCommand => ({
  id: 'preview',
  label: 'Preview table',
  keys: ({ KeyMod, KeyCode }) => KeyMod.Shift | KeyMod.Alt | KeyCode.KeyP,
  isInMenu: true,
  run,
});
