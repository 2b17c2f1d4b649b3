import type { ScriptStretch, ScriptSubject } from '@switchboard/language';
import type { LineageNode } from '@switchboard/model/lineage/lineage';
import { useEffect, useState } from 'react';
import type { LanguageClient } from '../../../ui/editor/language/language-client.ts';
import type { Shown } from './lineage-focus.ts';

/** Where something is written, and what is written there. */
export type WrittenPlace = ScriptStretch & { readonly path: string; readonly text: string };

/** Returns the part of the script behind a box or column. The columns of an upload are written in the table that it sends. */
export function subjectOf({ node, column }: Shown): ScriptSubject {
  const named = { name: node.name, ...(typeof column === 'string' ? { column } : {}) };
  if (node.kind === 'download') return { ...named, kind: 'download', name: sourceOf(node), table: node.name };
  return node.kind === 'upload' ? { kind: 'upload', name: node.name } : { ...named, kind: 'table' };
}

const sourceOf = ({ source, name }: LineageNode): string => source ?? name;

/** The place of a box or column; null where the script does not write it, undefined while it is asked for. */
export function useWrittenPlace(client: LanguageClient | null, shown: Shown): WrittenPlace | null | undefined {
  const [found, setFound] = useState<{ readonly of: string; readonly place: WrittenPlace | null } | null>(null);
  const subject = JSON.stringify(subjectOf(shown));
  useEffect(() => {
    if (client === null) return;
    let isCurrent = true;
    void client
      .request<readonly (WrittenPlace | null)[]>('switchboard/places', { subjects: [JSON.parse(subject)] })
      .catch(() => [])
      .then(([place = null]) => {
        if (isCurrent) setFound({ of: subject, place });
      });
    return () => {
      isCurrent = false;
    };
  }, [client, subject]);
  return found?.of === subject ? found.place : undefined;
}
