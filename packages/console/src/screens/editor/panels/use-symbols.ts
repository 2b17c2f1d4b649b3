import { useEffect, useState } from 'react';
import type { WorkspaceSymbol } from 'vscode-languageserver-types';
import type { FileRange } from '../../../ui/editor/diagnostic.ts';
import type { LanguageClient } from '../../../ui/editor/language/language-client.ts';

export type NamedPlace = { readonly name: string; readonly container: string; readonly range: FileRange };

const SHOWN = 12;
const NONE: readonly NamedPlace[] = [];

function placeOf(client: LanguageClient, { name, containerName = '', location }: WorkspaceSymbol): NamedPlace[] {
  if (!('range' in location)) return [];
  const { start, end } = location.range;
  const range = {
    path: client.pathOf(location.uri),
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
  return [{ name, container: containerName, range }];
}

/** Where names are declared that contain these words. */
export function useSymbols(client: LanguageClient | null, words: string): readonly NamedPlace[] {
  const [found, setFound] = useState<{ readonly words: string; readonly places: readonly NamedPlace[] } | null>(null);
  useEffect(() => {
    if (client === null || words === '') return;
    let isCurrent = true;
    client.request<WorkspaceSymbol[] | null>('workspace/symbol', { query: words }).then(
      (symbols) => {
        if (isCurrent)
          setFound({ words, places: (symbols ?? []).slice(0, SHOWN).flatMap((each) => placeOf(client, each)) });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [client, words]);
  return words !== '' && found?.words === words ? found.places : NONE;
}
