import { type ReactNode, useState } from 'react';
import { UnsuspendDownloadDocument, UnsuspendUploadDocument } from '../../api/generated/documents/home-details.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import type { ArtifactType } from '../../entities/health/health-paths.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

export type Unsuspension = {
  /** Asks whether to unsuspend it; undefined for people without the permission. */
  readonly ask: (() => void) | undefined;
  /** The question. */
  readonly dialog: ReactNode;
};

/** Unsuspends a download or upload after a question. */
export function useUnsuspend(type: ArtifactType, name: string, onChanged: () => void): Unsuspension {
  const mayUnsuspend = usePermission('develop-scripts');
  const [isAsking, setIsAsking] = useState(false);
  const done = (): string => `${name} unsuspended successfully!`;
  const download = useMutationAction(UnsuspendDownloadDocument, {
    done,
    failed: 'There was an error unsuspending the download.',
  });
  const upload = useMutationAction(UnsuspendUploadDocument, {
    done,
    failed: 'There was an error unsuspending the upload.',
  });
  return {
    ask: mayUnsuspend ? () => setIsAsking(true) : undefined,
    dialog: isAsking && (
      <ConfirmDialog
        title={`Unsuspend this ${type}?`}
        confirmLabel="Unsuspend"
        onClose={() => setIsAsking(false)}
        onConfirm={async () => {
          const answer = type === 'download' ? await download.run({ name }) : await upload.run({ name });
          if (answer !== null) onChanged();
          return answer !== null;
        }}
      >
        {type === 'download'
          ? `Missed and failed report dates of ${name} within its lookback are downloaded.`
          : `Waiting and recently failed results of ${name} will be sent.`}{' '}
        If it fails again on several report dates, it is suspended again.
      </ConfirmDialog>
    ),
  };
}
