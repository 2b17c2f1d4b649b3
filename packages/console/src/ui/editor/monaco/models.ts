import type { Diagnostic } from '../diagnostic.ts';
import type { Monaco } from './load-monaco.ts';

type File = {
  readonly scope: string;
  readonly path: string;
  readonly text: string;
  readonly language: string;
};

type Model = ReturnType<Monaco['editor']['createModel']>;

const OWNER = 'switchboard';

/**
 * The editor's model of a file; made at first.
 * @param onEdit called when the person changes the text, not when it is set
 */
export function modelOf(
  monaco: Monaco,
  { scope, path, text, language }: File,
  onEdit: (path: string, text: string) => void,
): Model {
  const uri = monaco.Uri.from({ scheme: 'file', authority: scope, path: `/${path}` });
  const known = monaco.editor.getModel(uri);
  if (known !== null) return known;
  const model = monaco.editor.createModel(text, language, uri);
  model.onDidChangeContent((event) => {
    if (!event.isFlush) onEdit(path, model.getValue());
  });
  return model;
}

/** Removes the models of an editor that is closed. */
export function disposeModels(monaco: Monaco, scope: string): void {
  for (const model of monaco.editor.getModels()) if (model.uri.authority === scope) model.dispose();
}

/** Marks the diagnostics in the texts of their files. */
export function applyMarkers(monaco: Monaco, scope: string, diagnostics: readonly Diagnostic[]): void {
  const severities = {
    error: monaco.MarkerSeverity.Error,
    warning: monaco.MarkerSeverity.Warning,
    info: monaco.MarkerSeverity.Info,
  };
  for (const model of monaco.editor.getModels()) {
    if (model.uri.authority !== scope) continue;
    const own = diagnostics.filter(({ path }) => `/${path}` === model.uri.path);
    monaco.editor.setModelMarkers(
      model,
      OWNER,
      own.map(({ line, column, endLine, endColumn, severity, message, code }) => ({
        startLineNumber: line,
        startColumn: column,
        endLineNumber: endLine,
        endColumn,
        severity: severities[severity],
        message,
        ...(code === undefined ? {} : { code }),
      })),
    );
  }
}
