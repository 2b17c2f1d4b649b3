import { CompletionItemKind } from 'vscode-languageserver-types';
import { shown } from '../../typed/types.ts';
import type { Workspace } from '../../workspace.ts';
import type { Candidate } from './candidate.ts';

/** The constants of the account with their types. */
export function namedConstants(workspace: Workspace, rank: number): Candidate[] {
  return workspace.constantNames().map((label) => ({
    label,
    kind: CompletionItemKind.Constant,
    rank,
    text: label,
    details: () => {
      const value = workspace.constant(label);
      return { detail: value ? `constant: ${shown(value.type)}` : 'constant' };
    },
  }));
}
