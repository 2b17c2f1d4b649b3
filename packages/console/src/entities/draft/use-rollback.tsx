import { type ReactNode, useState } from 'react';
import { useSession } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { RollbackVersion } from './rollback-dialog.tsx';

const RollbackDialog = lazyLayer(async () => (await import('./rollback-dialog.tsx')).RollbackDialog);

export type Rollback = {
  /** Asks whether to publish a former version again; undefined for people who may not publish. */
  readonly ask: ((version: RollbackVersion) => void) | undefined;
  /** The question. */
  readonly dialog: ReactNode;
};

/** Publishes a former version again, after a question that names what changes. It waits until the published version is known. */
export function useRollback(published: RollbackVersion | null, onDone: () => void): Rollback {
  const { permissions } = useSession();
  const [version, setVersion] = useState<RollbackVersion | null>(null);
  const mayRollBack = permissions.has('publish-scripts') && permissions.has('develop-scripts');
  return {
    ask: mayRollBack ? setVersion : undefined,
    dialog: version !== null && published !== null && (
      <RollbackDialog version={version} published={published} onClose={() => setVersion(null)} onDone={onDone} />
    ),
  };
}
