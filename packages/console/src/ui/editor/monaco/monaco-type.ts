/** Parts of Monaco that the console uses. */
export type Monaco = Pick<
  typeof import('monaco-editor/editor'),
  'editor' | 'KeyCode' | 'KeyMod' | 'languages' | 'MarkerSeverity' | 'Uri'
>;
