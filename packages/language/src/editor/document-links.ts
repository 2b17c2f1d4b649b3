import type { DocumentLink } from 'vscode-languageserver-types';
import { linesOf } from '../text/lines.ts';
import type { Workspace } from '../workspace.ts';
import { rangeOf } from './positions.ts';
import { scriptIn } from './symbols/script-tree.ts';

/** An address without tokens that a run fills in. */
const ADDRESS = /^https?:\/\/[^\s{}"'<>]+$/;

/** The addresses in the strings of a file. */
export function documentLinks(workspace: Workspace, path: string): DocumentLink[] {
  const text = workspace.text(path);
  if (text === undefined) return [];
  const lines = linesOf(text);
  return scriptIn(workspace, path).tokens.flatMap((token) => {
    if (token.kind !== 'string' || token.flawed || !ADDRESS.test(token.text)) return [];
    return [{ range: rangeOf({ start: token.start + 1, end: token.end - 1 }, lines), target: token.text }];
  });
}
