import LanguageWorker from '@switchboard/language/worker?worker';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useClient } from 'urql';
import { usePermission } from '../../../api/session/session.ts';
import { reportError } from '../../../lib/error-report.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import type { FileRange } from '../../../ui/editor/diagnostic.ts';
import { type Checked, LanguageClient } from '../../../ui/editor/language/language-client.ts';
import { beginSession } from '../../../ui/editor/language/script-session.ts';
import { type FileModels, pathOfUri } from '../../../ui/editor/monaco/file-models.ts';
import { loadMonaco } from '../../../ui/editor/monaco/load-monaco.ts';
import type { DraftFiles } from './draft-files.ts';
import { fetchCatalog, loadAllTexts } from './load-draft.ts';
import { useCatalogRefresh } from './use-catalog-refresh.ts';

export type ScriptLanguage = Checked & {
  /** Null until the editor's code is loaded. */
  readonly client: LanguageClient | null;
  readonly retry: () => void;
};

const NOTHING: Checked = { phase: 'checking', diagnostics: [], declarations: [] };
const never = (): (() => void) => () => undefined;

/**
 * Runs the language server on the files of a draft, in a worker, as long as the draft is open.
 * @param openAt shows a place that the language server names
 */
export function useScriptLanguage(
  id: string,
  files: DraftFiles,
  models: FileModels,
  openAt: (place: FileRange) => void,
): ScriptLanguage {
  const graphql = useClient();
  const maySeeBeta = usePermission('beta-messages');
  const [client, setClient] = useState<LanguageClient | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const latestOpen = useLatest(openAt);
  useEffect(() => {
    let isOpen = true;
    const stops: (() => void)[] = [];
    const begin = async (): Promise<void> => {
      const texts = loadAllTexts(graphql, id, files);
      const catalog = fetchCatalog(graphql);
      const [monaco] = await Promise.all([loadMonaco(), texts, catalog]);
      if (!isOpen) return;
      const uriOf = (path: string): string => models.uriOf(monaco, path).toString();
      const pathOf = (uri: string): string => pathOfUri(monaco.Uri.parse(uri));
      const started = new LanguageClient({ worker: new LanguageWorker(), uriOf, pathOf });
      const onOpen = (place: FileRange): void => latestOpen.current(place);
      stops.push(() => started.dispose(), beginSession(monaco, { client: started, models, onOpen }));
      stops.push(files.onEdit((paths) => handOver(started, files, models, paths)));
      setClient(started);
      const present = files.snapshot().paths.map((path) => ({ path, text: files.textOf(path) ?? '' }));
      await started.start(uriOf(''), await catalog, present);
    };
    begin().catch((error: unknown) => {
      if (!isOpen) return;
      reportError({ source: `editor attempt ${attempt}`, error });
      setHasFailed(true);
    });
    return () => {
      isOpen = false;
      for (const stop of stops) stop();
      setClient(null);
    };
  }, [graphql, id, files, models, attempt]);
  useCatalogRefresh(client);
  const checked = useSyncExternalStore(client?.subscribe ?? never, client?.checked ?? (() => NOTHING));
  const diagnostics = useMemo(
    () => (maySeeBeta ? checked.diagnostics : checked.diagnostics.filter(({ severity }) => severity !== 'beta')),
    [maySeeBeta, checked.diagnostics],
  );
  return {
    ...checked,
    diagnostics,
    phase: hasFailed ? 'failed' : checked.phase,
    client,
    retry: () => {
      setHasFailed(false);
      setAttempt(attempt + 1);
    },
  };
}

/** Hands files to the language server that no model shows. */
function handOver(client: LanguageClient, files: DraftFiles, models: FileModels, paths: readonly string[]): void {
  const present = paths.filter((path) => files.has(path) && !models.has(path));
  const removed = paths.filter((path) => !files.has(path));
  for (const path of removed) models.remove(path);
  if (present.length + removed.length === 0) return;
  const texts = present.flatMap((path) => {
    const text = files.textOf(path);
    return text === null ? [] : [{ path, text }];
  });
  void client.setFiles(texts, removed);
}
