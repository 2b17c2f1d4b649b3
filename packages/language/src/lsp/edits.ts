import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { Project } from './project.ts';

type Placed = { readonly path: string; readonly edit: TextEdit };

/** Edits of files as a client takes them: with the versions they were made for, if it knows those. */
export function workspaceEdit(project: Project, edits: readonly Placed[], versioned: boolean): WorkspaceEdit {
  const byPath = [...Map.groupBy(edits, ({ path }) => path)].map(([path, list]) => ({
    path,
    uri: project.addresses.uriOf(path),
    edits: list.map(({ edit }) => edit),
  }));
  if (!versioned) return { changes: Object.fromEntries(byPath.map(({ uri, edits: list }) => [uri, list])) };
  return {
    documentChanges: byPath.map(({ path, uri, edits: list }) => ({
      textDocument: { uri, version: project.versionOf(path) },
      edits: list,
    })),
  };
}
