import { useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { EditorDiffDocument } from '../../../api/generated/documents/editor.ts';
import type { FileMark } from '../../../ui/editor/file-tree.tsx';
import type { DraftSnapshot, StoredFile } from './draft-files.ts';
import { fetchTexts } from './load-draft.ts';

/** How the draft, as it is edited, differs from another version. */
export type Comparison = {
  readonly phase: 'loading' | 'ready' | 'failed' | 'missing';
  /** The description of the other version. */
  readonly name: string;
  /** The changed files by path, with how each differs. A deleted file has its path in the other version. */
  readonly marks: ReadonlyMap<string, FileMark>;
  /** The path of a file of the draft in the other version; null when it is not there. */
  readonly originalOf: (path: string) => string | null;
  readonly retry: () => void;
};

type Original = { readonly name: string; readonly files: ReadonlyMap<string, StoredFile> };
type Loaded = { readonly of: string; readonly original: Original | 'failed' | 'missing' };

const NOTHING: ReadonlyMap<string, FileMark> = new Map();

/**
 * @param id of the draft
 * @param otherId of the version that it is compared with; null compares nothing
 */
export function useComparison(
  id: string,
  otherId: string | null,
  { files }: DraftSnapshot,
  savedVersion: number,
): Comparison {
  const client = useClient();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = `${otherId} ${savedVersion} ${attempt}`;
  useEffect(() => {
    if (otherId === null) return;
    let isCurrent = true;
    const take = (original: Loaded['original']): void => {
      if (isCurrent) setLoaded({ of: key, original });
    };
    void client
      .query(EditorDiffDocument, { original: otherId, modified: id }, { requestPolicy: 'network-only' })
      .toPromise()
      .then(({ data, error }) => {
        if (error !== undefined || data === undefined) return take('failed');
        const diff = data.changelist_diff;
        if (diff == null) return take('missing');
        const moved = diff.modified_files.map((file) => ({
          id: file.id,
          path: file.original_path,
          hash: file.original_hash,
        }));
        const all = [...moved, ...diff.deleted_files, ...diff.unchanged_files];
        take({ name: diff.original.description, files: new Map(all.map((file) => [file.id, file])) });
      });
    return () => {
      isCurrent = false;
    };
  }, [client, id, otherId, key]);
  const original = loaded?.of.startsWith(`${otherId} `) === true ? loaded.original : null;
  const known = original !== null && typeof original !== 'string' ? original : null;
  const marks = useMemo(() => (known === null ? NOTHING : compareFiles(known.files, files)), [known, files]);
  const paths = useMemo(() => {
    const byPath = new Map([...(known?.files.values() ?? [])].map((file) => [file.path, file.path]));
    for (const { id: fileId, path, editFlags } of files) {
      const before = fileId === null ? undefined : known?.files.get(fileId);
      if (before !== undefined && !editFlags.deleted) byPath.set(path, before.path);
    }
    return byPath;
  }, [known, files]);
  return {
    phase: known === null ? (typeof original === 'string' ? original : 'loading') : 'ready',
    name: known?.name ?? '',
    marks,
    originalOf: (path) => paths.get(path) ?? null,
    retry: () => setAttempt(attempt + 1),
  };
}

/** The files of a draft that differ from those of another version. */
export function compareFiles(
  original: ReadonlyMap<string, StoredFile>,
  files: DraftSnapshot['files'],
): ReadonlyMap<string, FileMark> {
  const marks = new Map<string, FileMark>();
  const left = new Map(original);
  for (const { id, path, hash, editFlags } of files) {
    if (editFlags.deleted) continue;
    const before = id === null ? undefined : left.get(id);
    if (id !== null) left.delete(id);
    if (before === undefined) marks.set(path, 'created');
    else if (before.path !== path) marks.set(path, 'renamed');
    else if (before.hash !== hash || editFlags.updated) marks.set(path, 'updated');
  }
  for (const { path } of left.values()) if (!marks.has(path)) marks.set(path, 'deleted');
  return marks;
}

export type OriginalText = { readonly phase: 'loading' | 'ready' | 'failed'; readonly text: string };

/** The text of a file of another version; empty for a file that is not there. */
export function useOriginalText(otherId: string | null, path: string | null): OriginalText {
  const client = useClient();
  const key = `${otherId} ${path}`;
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly text: string | null } | null>(null);
  useEffect(() => {
    if (otherId === null || path === null) return;
    let isCurrent = true;
    fetchTexts(client, otherId, [path]).then(
      (texts) => {
        if (isCurrent) setLoaded({ key, text: texts[0]?.text ?? '' });
      },
      () => {
        if (isCurrent) setLoaded({ key, text: null });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, otherId, path, key]);
  if (otherId === null || path === null) return { phase: 'ready', text: '' };
  if (loaded?.key !== key) return { phase: 'loading', text: '' };
  return loaded.text === null ? { phase: 'failed', text: '' } : { phase: 'ready', text: loaded.text };
}
