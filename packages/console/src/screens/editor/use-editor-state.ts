import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from 'urql';
import type { UrlState } from '../../lib/address/use-url-state.ts';
import type { Reveal } from '../../ui/editor/code-editor.tsx';
import type { FileRange } from '../../ui/editor/diagnostic.ts';
import type { DraftFiles } from './draft/draft-files.ts';
import { readLines, writeLines } from './draft/lines.ts';
import { fetchTexts } from './draft/load-draft.ts';
import type { EDITOR_PARAMETERS } from './editor-parameters.ts';

/** The parameters of the editor in the address. */
export type EditorAddress = UrlState<typeof EDITOR_PARAMETERS>;

export type OpenFiles = {
  readonly tabs: readonly string[];
  /** Null while no file is open. */
  readonly active: string | null;
  readonly reveal: Reveal;
  readonly open: (path: string) => void;
  readonly openAt: (range: FileRange) => void;
  readonly close: (path: string) => void;
  /** Files were moved. */
  readonly follow: (moves: readonly (readonly [from: string, to: string])[]) => void;
};

/** The open files in tabs. The active one and the shown lines are in the address. */
export function useOpenFiles(files: DraftFiles, [url, change]: EditorAddress, routePath: string): OpenFiles {
  const { paths } = useSyncExternalStore(files.subscribe, files.snapshot);
  const asked = url.file || routePath;
  const [opened, setOpened] = useState<readonly string[]>(asked === '' ? [] : [asked]);
  const tabs = opened.filter((path) => files.has(path));
  const active = tabs.includes(asked) ? asked : (tabs.at(-1) ?? null);
  const [reveal, setReveal] = useState<Reveal>(() => {
    const lines = readLines(url.lines);
    return lines === null ? null : { path: asked, ...lines };
  });
  const open = useCallback(
    (path: string) => {
      setOpened((current) => (current.includes(path) ? current : [...current, path]));
      change({ file: path, lines: '', fileType: 'draft' }, { replace: true });
    },
    [change],
  );
  const openAt = useCallback(
    (range: FileRange) => {
      const { path, ...lines } = range;
      setOpened((current) => (current.includes(path) ? current : [...current, path]));
      setReveal({ ...range });
      change({ file: path, lines: writeLines(lines), fileType: 'draft', variant: 'editor' }, { replace: true });
    },
    [change],
  );
  const close = useCallback(
    (path: string) => {
      const index = tabs.indexOf(path);
      const rest = tabs.filter((one) => one !== path);
      setOpened(rest);
      if (path === active) change({ file: rest[Math.max(0, index - 1)] ?? '', lines: '' }, { replace: true });
    },
    [tabs, active, change],
  );
  const follow = useCallback(
    (moves: readonly (readonly [string, string])[]) => {
      const to = new Map(moves);
      setOpened((current) => current.map((path) => to.get(path) ?? path));
      if (active !== null && to.has(active)) change({ file: to.get(active) ?? '' }, { replace: true });
    },
    [active, change],
  );
  void paths;
  return { tabs, active, reveal, open, openAt, close, follow };
}

export type ActiveText = 'loaded' | 'loading' | 'failed';

/** Loads the text of the active file at once; those of the others follow. */
export function useActiveText(id: string, files: DraftFiles, active: string | null): [ActiveText, () => void] {
  const client = useClient();
  useSyncExternalStore(files.subscribe, files.snapshot);
  const [failed, setFailed] = useState<string | null>(null);
  const isLoaded = active === null || files.textOf(active) !== null;
  useEffect(() => {
    if (isLoaded || failed === active) return;
    const saved = files.snapshot().files.find(({ path }) => path === active)?.editFlags.originalPath;
    if (saved == null) return;
    fetchTexts(client, id, [saved]).then(
      (texts) => files.load(texts),
      () => setFailed(active),
    );
  }, [client, id, files, active, isLoaded, failed]);
  if (isLoaded) return ['loaded', () => undefined];
  return [failed === active ? 'failed' : 'loading', () => setFailed(null)];
}
