import type { FileRange } from '../diagnostic.ts';
import type { FileModels, TextModel } from '../monaco/file-models.ts';
import { pathOfUri } from '../monaco/file-models.ts';
import type { Monaco } from '../monaco/monaco-type.ts';
import type { LanguageClient } from './language-client.ts';
import type { Range } from './to-monaco.ts';

/** An editor whose texts the language server knows. */
export type ScriptSession = {
  readonly client: LanguageClient;
  readonly models: FileModels;
  /** Shows a place of another file: a definition, or a reference. */
  readonly onOpen: (place: FileRange) => void;
};

const sessions = new Map<string, ScriptSession>();

const beginListeners = new Set<() => void>();

/** Monaco's event of a session that begins: what was asked before, about a text that was shown already, has no answer. */
export function onSessionBegan(listener: () => unknown): { dispose: () => void } {
  const listen = (): void => void listener();
  beginListeners.add(listen);
  return { dispose: () => beginListeners.delete(listen) };
}

/** The session of the editor that has a model; undefined for texts that are only compared. */
export const sessionOf = (model: TextModel): ScriptSession | undefined => sessions.get(model.uri.authority);

/** Makes the models of files that an answer of the server names: Monaco can show and change no others. */
export function openModels(monaco: Monaco, { models }: ScriptSession, uris: readonly string[]): void {
  for (const uri of new Set(uris)) models.open(monaco, pathOfUri(monaco.Uri.parse(uri)));
}

/** A place of Monaco, the start of the file without one. */
function rangeOf(place: Range | { readonly lineNumber: number; readonly column: number } | undefined) {
  if (place !== undefined && 'lineNumber' in place) {
    const { lineNumber: line, column } = place;
    return { line, column, endLine: line, endColumn: column };
  }
  const { startLineNumber = 1, startColumn = 1, endLineNumber = 1, endColumn = 1 } = place ?? {};
  return { line: startLineNumber, column: startColumn, endLine: endLineNumber, endColumn };
}

/**
 * Keeps the language server's documents the same as the models of an editor.
 * @returns ends the session
 */
export function beginSession(monaco: Monaco, session: ScriptSession): () => void {
  const { client, models } = session;
  sessions.set(models.scope, session);
  const follow = (model: TextModel): void => {
    if (model.uri.authority !== models.scope) return;
    const uri = model.uri.toString();
    client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: model.getLanguageId(), version: model.getVersionId(), text: model.getValue() },
    });
    model.onDidChangeContent(({ changes, isFlush, versionId }) => {
      client.notify('textDocument/didChange', {
        textDocument: { uri, version: versionId },
        contentChanges: isFlush
          ? [{ text: model.getValue() }]
          : changes.map(({ range, text }) => ({
              range: {
                start: { line: range.startLineNumber - 1, character: range.startColumn - 1 },
                end: { line: range.endLineNumber - 1, character: range.endColumn - 1 },
              },
              text,
            })),
      });
    });
    model.onWillDispose(() => client.notify('textDocument/didClose', { textDocument: { uri } }));
  };
  for (const model of monaco.editor.getModels()) follow(model);
  const created = monaco.editor.onDidCreateModel(follow);
  const opener = monaco.editor.registerEditorOpener({
    openCodeEditor: (_source, uri, place) => {
      if (uri.authority !== models.scope) return false;
      session.onOpen({ path: pathOfUri(uri), ...rangeOf(place) });
      return true;
    },
  });
  for (const listener of beginListeners) listener();
  return () => {
    created.dispose();
    opener.dispose();
    if (sessions.get(models.scope) === session) sessions.delete(models.scope);
  };
}
