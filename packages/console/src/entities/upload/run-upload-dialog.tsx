import { formatReportDate } from '@switchboard/model/format';
import { useState } from 'react';
import { RunUploadDocument } from '../../api/generated/documents/run-upload.ts';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';

type Props = {
  readonly upload: Pick<UploadRowFragment, 'id' | 'name' | 'report_datetime'>;
  readonly onClose: () => void;
};

/** Asks whether a completed upload is made and delivered again. */
export function RunUploadDialog({ upload: { id, name, report_datetime: date }, onClose }: Props) {
  const [requestId] = useState(() => crypto.randomUUID());
  const { run } = useMutationAction(RunUploadDocument, {
    done: () => `${name} is queued.`,
  });
  const day = date === null ? '' : ` for ${formatReportDate(date.iso, { now: new Date() })}`;
  return (
    <ConfirmDialog
      title={`Run ${name}${day} again?`}
      confirmLabel="Run again"
      onClose={onClose}
      onConfirm={async () => (await run({ id, request_id: requestId })) !== null}
    >
      It is made by the published script from the newest downloads of the date, and delivered once more. Its rows
      replace those that were delivered before. Nothing is downloaded again.
    </ConfirmDialog>
  );
}
