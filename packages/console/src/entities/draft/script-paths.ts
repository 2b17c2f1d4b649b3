import { useMemo } from 'react';
import { useSession } from '../../api/session/session.ts';

/** A place in a file of a script, from 1. */
export type ScriptPlace = {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
};

export type ScriptPaths = {
  readonly drafts: string;
  readonly history: string;
  readonly published: string;
  /** A version in the editor. */
  readonly editor: (versionId: string) => string;
  /** A version in the editor, compared with the published one. */
  readonly changes: (versionId: string) => string;
  /** A version in the editor, with a file open at a place. @param more further parameters of the editor */
  readonly place: (versionId: string, place: ScriptPlace, more?: Readonly<Record<string, string>>) => string;
  /** The lineage of a box of the diagram, or of `all`, in a version. @param referrer where the editor is closed to */
  readonly lineage: (versionId: string, node: string, referrer?: string) => string;
};

/** The addresses of the screens of scripts. */
export function useScriptPaths(): ScriptPaths {
  const { urlName } = useSession().account;
  return useMemo(() => {
    const base = `/app/${urlName}/scripts`;
    const editor = (id: string, query: Readonly<Record<string, string>> = {}): string => {
      const search = new URLSearchParams(query).toString();
      return `${base}/editor/${encodeURIComponent(id)}/${search === '' ? '' : `?${search}`}`;
    };
    return {
      drafts: `${base}/drafts`,
      history: `${base}/history`,
      published: `${base}/published`,
      editor: (id) => editor(id),
      changes: (id) => editor(id, { mode: 'Changes' }),
      lineage: (id, node, referrer) => editor(id, { lineage: node, ...(referrer === undefined ? {} : { referrer }) }),
      place: (id, { path, startLine, endLine, startColumn, endColumn }, more = {}) =>
        editor(id, {
          mode: 'Files',
          file: path,
          lines: `${startLine}-${endLine}-${startColumn}-${endColumn}`,
          ...more,
        }),
    };
  }, [urlName]);
}
