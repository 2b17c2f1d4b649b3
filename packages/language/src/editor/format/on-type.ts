import type { Position, TextEdit } from 'vscode-languageserver-types';
import { linesOf } from '../../text/lines.ts';
import type { Workspace } from '../../workspace.ts';
import { offsetOf, positionOf } from '../positions.ts';
import { formattingEdits } from './formatting.ts';

/** The edits that format the declaration whose end was just typed. None elsewhere, and for one with syntax errors. */
export function onTypeEdits(workspace: Workspace, path: string, position: Position): TextEdit[] {
  const text = workspace.text(path);
  if (text === undefined) return [];
  const lines = linesOf(text);
  const offset = offsetOf(position, lines);
  const node = workspace.declarationAt(path, offset);
  if (!node || text.slice(node.start, offset).trimEnd().length !== node.end - node.start) return [];
  const from = positionOf(node.start, lines);
  const moved = ({ line, character }: Position): Position => ({
    line: from.line + line,
    character: line === 0 ? from.character + character : character,
  });
  const own = text.slice(node.start, node.end);
  return formattingEdits(own).flatMap(({ range, newText }) => {
    const moves = { range: { start: moved(range.start), end: moved(range.end) }, newText };
    // The line end behind the declaration is the file's.
    return range.start.line === own.split('\n').length - 1 && newText === '\n' ? [] : [moves];
  });
}
