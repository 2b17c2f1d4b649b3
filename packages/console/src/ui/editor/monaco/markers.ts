import type { Diagnostic } from '../diagnostic.ts';
import { pathOfUri, type TextModel } from './file-models.ts';
import type { Monaco } from './load-monaco.ts';

const OWNER = 'switchboard';
/** The number of the protocol and of Monaco is the same: 1 is drawn faint, 2 is struck through. */
const TAGS = { unnecessary: 1, deprecated: 2 } as const;

/**
 * Marks the diagnostics in the texts of their files, also of files that are opened later.
 * @returns ends it
 */
export function keepMarkers(monaco: Monaco, scope: string, diagnostics: readonly Diagnostic[]): () => void {
  const byPath = Map.groupBy(diagnostics, ({ path }) => path);
  const mark = (model: TextModel): void => {
    if (model.uri.authority === scope) markModel(monaco, model, byPath.get(pathOfUri(model.uri)) ?? []);
  };
  for (const model of monaco.editor.getModels()) mark(model);
  const created = monaco.editor.onDidCreateModel(mark);
  return () => created.dispose();
}

function markModel(monaco: Monaco, model: TextModel, diagnostics: readonly Diagnostic[]): void {
  const severities = {
    error: monaco.MarkerSeverity.Error,
    warning: monaco.MarkerSeverity.Warning,
    beta: monaco.MarkerSeverity.Warning,
    info: monaco.MarkerSeverity.Info,
  };
  monaco.editor.setModelMarkers(
    model,
    OWNER,
    diagnostics.map(({ line, column, endLine, endColumn, severity, message, code, tag }) => ({
      startLineNumber: line,
      startColumn: column,
      endLineNumber: endLine,
      endColumn,
      severity: severities[severity],
      message,
      ...(code === undefined ? {} : { code }),
      ...(tag === undefined ? {} : { tags: [TAGS[tag]] }),
    })),
  );
}
