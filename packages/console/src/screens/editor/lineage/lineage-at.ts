import type { ColumnRef } from '@switchboard/model/lineage/column-lineage';
import type { LanguageClient } from '../../../ui/editor/language/language-client.ts';
import type { MonacoEditor } from '../../../ui/editor/monaco/load-monaco.ts';

/** The column, table, download or upload at the cursor; null where nothing of the lineage stands. */
export async function lineageAt(client: LanguageClient, editor: MonacoEditor): Promise<ColumnRef | null> {
  const [model, at] = [editor.getModel(), editor.getPosition()];
  if (model === null || at === null) return null;
  const params = {
    textDocument: { uri: model.uri.toString() },
    position: { line: at.lineNumber - 1, character: at.column - 1 },
  };
  return client.request<ColumnRef | null>('switchboard/lineageAt', params).catch(() => null);
}
