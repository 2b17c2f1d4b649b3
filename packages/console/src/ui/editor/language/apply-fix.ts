import type { CodeAction } from 'vscode-languageserver-types';
import type { Diagnostic } from '../diagnostic.ts';
import { type FileModels, pathOfUri } from '../monaco/file-models.ts';
import { loadMonaco } from '../monaco/load-monaco.ts';
import type { LanguageClient } from './language-client.ts';
import { toRange } from './to-monaco.ts';

/** Applies the fix of a problem to its file, where it can be undone. @returns false when the problem has changed and the fix with it */
export async function applyFix(
  client: LanguageClient,
  models: FileModels,
  { path, fix, line, column, endLine, endColumn }: Diagnostic,
): Promise<boolean> {
  const monaco = await loadMonaco();
  const actions = await client.request<CodeAction[] | null>('textDocument/codeAction', {
    textDocument: { uri: models.uriOf(monaco, path).toString() },
    range: {
      start: { line: line - 1, character: column - 1 },
      end: { line: endLine - 1, character: endColumn - 1 },
    },
    context: { diagnostics: [], only: ['quickfix'] },
  });
  const changes = Object.entries(actions?.find(({ title }) => title === fix)?.edit?.changes ?? {});
  for (const [uri, edits] of changes) {
    const model = models.open(monaco, pathOfUri(monaco.Uri.parse(uri)));
    model?.pushStackElement();
    model?.pushEditOperations(
      [],
      edits.map(({ range, newText }) => ({ range: toRange(range), text: newText })),
      () => null,
    );
    model?.pushStackElement();
  }
  return changes.length > 0;
}
