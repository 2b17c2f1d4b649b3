import { loadChunk } from '../../../lib/load-chunk.ts';
import type { Monaco } from './monaco-type.ts';

export type { Monaco } from './monaco-type.ts';
export type MonacoEditor = ReturnType<Monaco['editor']['create']>;

let loading: Promise<Monaco> | null = null;

/** The editor's code, loaded once. @throws when it cannot be loaded; the next call tries again */
export function loadMonaco(): Promise<Monaco> {
  loading ??= loadChunk(async () => (await import('./monaco.ts')).monaco).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

let loadingDiffs: Promise<Monaco> | null = null;

/** The editor's code with that of the editor of two texts, loaded once. @throws as `loadMonaco` */
export function loadDiffMonaco(): Promise<Monaco> {
  // The one for two texts is made of the other: it is loaded after it.
  loadingDiffs ??= loadMonaco()
    .then(async (monaco) => {
      await loadChunk(() => import('./diff-editor.ts'));
      return monaco;
    })
    .catch((error: unknown) => {
      loadingDiffs = null;
      throw error;
    });
  return loadingDiffs;
}
