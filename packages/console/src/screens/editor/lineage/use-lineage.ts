import { ColumnLineage } from '@switchboard/model/lineage/column-lineage';
import type { LineageGraph } from '@switchboard/model/lineage/lineage';
import { useCallback, useEffect, useState } from 'react';
import type { ScriptLanguage } from '../draft/use-script-language.ts';

export type LineageState =
  | { readonly phase: 'loading' }
  /** The script has errors, so that nothing is known. */
  | { readonly phase: 'errors' }
  | { readonly phase: 'failed'; readonly retry: () => void }
  | { readonly phase: 'ready'; readonly graph: LineageGraph; readonly lineage: ColumnLineage };

/** The lineage of the script as it stands in the editor. */
export function useLineage({ client, phase, declarations, retry }: ScriptLanguage): LineageState {
  const [state, setState] = useState<LineageState>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((current) => current + 1), []);
  // Declarations are read again after each change of the files.
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed declarations and another attempt ask again
  useEffect(() => {
    if (client === null || phase !== 'checked') return;
    let isCurrent = true;
    client.request<LineageGraph | null>('switchboard/lineage', {}).then(
      (graph) => {
        if (!isCurrent) return;
        setState(graph === null ? { phase: 'errors' } : { phase: 'ready', graph, lineage: new ColumnLineage(graph) });
      },
      () => {
        if (isCurrent) setState({ phase: 'failed', retry: again });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, phase, declarations, attempt, again]);
  return phase === 'failed' ? { phase: 'failed', retry } : state;
}
