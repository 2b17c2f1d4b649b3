import type { Monaco, MonacoEditor } from './load-monaco.ts';

/** Widgets that Escape closes first. */
const NOTHING_TO_CLOSE = [
  '!suggestWidgetVisible',
  '!findWidgetVisible',
  '!parameterHintsVisible',
  '!renameInputVisible',
  '!inSnippetMode',
  '!markersNavigationVisible',
  '!editorHasMultipleSelections',
  '!referenceSearchVisible',
].join(' && ');

/** The settings of every editor. */
export const EDITOR_OPTIONS = {
  automaticLayout: true,
  fontFamily: "'Switchboard Code', 'JetBrains Mono Variable', ui-monospace, monospace",
  fontSize: 13,
  lineHeight: 20,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderLineHighlight: 'line',
  // Style elements of a shadow root are refused by the Content-Security-Policy.
  useShadowDOM: false,
  tabSize: 2,
  wordBasedSuggestions: 'off',
  'semanticHighlighting.enabled': true,
  fixedOverflowWidgets: true,
} as const;

/** Part of the name of every editor, for screen readers. */
export const LEAVE_HINT = 'Press Escape, then Tab, to leave the editor.';

/** Lets Tab leave the editor after Escape, until it has the focus again. */
export function leaveByEscape(monaco: Monaco, editor: MonacoEditor): void {
  // A command would take the key from all editors of the page; an action belongs to its editor.
  editor.addAction({
    id: 'switchboard.leave',
    label: 'Leave the editor by Tab',
    keybindings: [monaco.KeyCode.Escape],
    keybindingContext: NOTHING_TO_CLOSE,
    run: () => editor.updateOptions({ tabFocusMode: true }),
  });
  editor.onDidBlurEditorText(() => editor.updateOptions({ tabFocusMode: false }));
}

/** Keeps the name of one side of a diff editor, which clears it with each change of its own settings. */
export function keepLabel(monaco: Monaco, editor: MonacoEditor, label: string): void {
  const set = (): void => {
    if (editor.getOption(monaco.editor.EditorOption.ariaLabel) !== label) editor.updateOptions({ ariaLabel: label });
  };
  set();
  editor.onDidChangeConfiguration(set);
}
