import { formatReportDate } from '@switchboard/model/format';
import { useState } from 'react';
import { useQuery } from 'urql';
import { RunConsequencesDocument, RunDownloadDocument } from '../../api/generated/documents/run-download.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Stack } from '../../ui/layout/layout.tsx';

type Props = {
  readonly name: string;
  /** yyyy-MM-dd; null for a download without report dates. */
  readonly date: string | null;
  readonly onClose: () => void;
};

/** Uploads that the question names. */
const MAX_NAMED = 10;

/** Asks whether a report date is downloaded now, and says which uploads follow from it. */
export function RunDialog({ name, date, onClose }: Props) {
  const [{ data }] = useQuery({ query: RunConsequencesDocument, variables: { name } });
  const [requestId] = useState(() => crypto.randomUUID());
  const { run } = useMutationAction(RunDownloadDocument, {
    done: () => `${name} is queued.`,
  });
  const details = data?.downloadDetails;
  const uploads = details?.__typename === 'DownloadDetails' ? details.uploads : [];
  const day = date === null ? '' : ` for ${formatReportDate(`${date}T00:00:00.000Z`, { now: new Date() })}`;
  return (
    <ConfirmDialog
      title={`Run ${name}${day}?`}
      confirmLabel="Run"
      onClose={onClose}
      onConfirm={async () => (await run({ name, report_date: date, request_id: requestId })) !== null}
    >
      <Stack gap={2}>
        <div>
          The report is downloaded now, at the head of the queue. If there is one of this date already, it becomes a new
          version.
        </div>
        {uploads.length > 0 && (
          <div>
            Then made and uploaded again:{' '}
            <strong>
              {uploads
                .slice(0, MAX_NAMED)
                .map((upload) => upload.name)
                .join(', ')}
            </strong>
            {uploads.length > MAX_NAMED && ` and ${uploads.length - MAX_NAMED} more`}. Each replaces what it delivered
            of the date.
          </div>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
