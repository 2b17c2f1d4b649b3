import { formatReportDate } from '@switchboard/model/format';
import { DeliverHeldUploadDocument } from '../../api/generated/documents/restatements.ts';
import type { ListedRestatementFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';

type Props = {
  readonly restatement: ListedRestatementFragment;
  readonly onClose: () => void;
  readonly onDelivered: () => void;
};

/** Asks before a changed result replaces what was delivered for a frozen date. */
export function DeliverDialog({ restatement, onClose, onDelivered }: Props) {
  const { upload_id: id, upload_name: name, report_datetime: date, destination, held_by: freeze } = restatement;
  const day = date === null ? 'its date' : formatReportDate(date.iso, { now: new Date() });
  const { run } = useMutationAction(DeliverHeldUploadDocument, {
    done: () => `${name} of ${day} is being delivered.`,
  });
  const confirm = async (): Promise<boolean> => {
    const answer = await run({ upload_id: id });
    if (answer !== null) onDelivered();
    return answer !== null;
  };
  return (
    <ConfirmDialog
      title={`Deliver ${name} of ${day} anyway?`}
      confirmLabel="Deliver anyway"
      danger
      onClose={onClose}
      onConfirm={confirm}
    >
      The changed result of <strong>{name}</strong> replaces what was delivered for {day}
      {destination !== '' && ` to ${destination}`}. The date stays frozen
      {freeze === null ? '' : ` with ${freeze.dates}`}.
    </ConfirmDialog>
  );
}
