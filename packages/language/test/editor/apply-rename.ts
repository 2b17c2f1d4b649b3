import { offsetOf } from '../../src/editor/positions.ts';
import { renameAt } from '../../src/editor/rename/rename.ts';
import { linesOf } from '../../src/text/lines.ts';
import type { Workspace } from '../../src/workspace.ts';

/** The files after a rename, or why it is refused. */
export function applyRename(
  workspace: Workspace,
  path: string,
  offset: number,
  name: string,
): Readonly<Record<string, string>> | string {
  const edits = renameAt(workspace, path, offset, name);
  if (edits === null) return 'nothing to rename';
  if ('refused' in edits) return edits.refused;
  return Object.fromEntries(
    workspace.paths().map((each) => {
      let text = workspace.text(each) ?? '';
      const lines = linesOf(text);
      for (const edit of edits.filter(({ path: file }) => file === each).toReversed())
        text =
          text.slice(0, offsetOf(edit.range.start, lines)) + edit.text + text.slice(offsetOf(edit.range.end, lines));
      return [each, text];
    }),
  );
}
