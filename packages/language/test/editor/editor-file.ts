import { completionsAt } from '../../src/editor/completion/completion.ts';
import { Workspace } from '../../src/workspace.ts';
import { CATALOG } from '../catalog.ts';
import { PRELUDE } from '../prelude.ts';

/** A file beside the prelude, with the place of the `|` in it, which is taken out. */
export type EditorFile = {
  readonly workspace: Workspace;
  readonly path: string;
  readonly text: string;
  readonly offset: number;
};

export function editorFile(marked: string): EditorFile {
  const offset = marked.indexOf('|');
  if (offset < 0) throw new Error(`There is no | in ${marked}`);
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const workspace = new Workspace(CATALOG);
  workspace.set(PRELUDE.path, PRELUDE.text);
  workspace.set('a.sbs', text);
  workspace.update();
  return { workspace, path: 'a.sbs', text, offset };
}

/** Labels of the completions at the `|`. */
export function labelsAt(marked: string): string[] {
  const { workspace, path, offset } = editorFile(marked);
  return completionsAt(workspace, path, offset).map((item) => item.label);
}
