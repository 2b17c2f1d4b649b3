/** What the console uses of Monaco. */
export type Monaco = Pick<
  typeof import('monaco-editor/editor'),
  'editor' | 'KeyCode' | 'KeyMod' | 'languages' | 'MarkerSeverity' | 'Uri'
>;
