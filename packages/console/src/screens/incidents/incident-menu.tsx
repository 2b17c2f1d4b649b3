import { Button } from '@mantine/core';
import { IconCheck, IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { WorkIncidentDocument } from '../../api/generated/documents/incident-work.ts';
import type { IncidentRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';

const WorkDialog = lazyLayer(async () => (await import('./work-dialog.tsx')).WorkDialog);

type Props = {
  readonly incident: IncidentRowFragment;
  readonly title: string;
  readonly onChanged: () => void;
};

/** Acknowledges an incident, and opens its work: who has it, its snooze and mute, comments and history. */
export function IncidentMenu({ incident, title, onChanged }: Props) {
  const mayWork = usePermission('manage-pipelines');
  const [isOpen, setIsOpen] = useState(false);
  const { run, isPending } = useMutationAction(WorkIncidentDocument, {
    done: () => 'Incident acknowledged.',
  });
  const acknowledge = async (): Promise<void> => {
    if ((await run({ id: incident.id, act: 'acknowledged' })) !== null) onChanged();
  };
  return (
    <>
      {mayWork && incident.work.acknowledged_on === null && (
        <Button
          leftSection={<IconCheck size={ICON_SIZE} />}
          loading={isPending}
          aria-label={`Acknowledge ${title}: ${incident.subject}`}
          onClick={() => void acknowledge()}
        >
          Acknowledge
        </Button>
      )}
      <Button
        leftSection={<IconMessages size={ICON_SIZE} />}
        aria-label={`Work on ${title}: ${incident.subject}`}
        onClick={() => setIsOpen(true)}
      >
        {mayWork ? 'Assign, snooze, mute…' : 'History'}
      </Button>
      {isOpen && (
        <WorkDialog
          incident={incident}
          title={`${title}: ${incident.subject}`}
          mayWork={mayWork}
          onChanged={onChanged}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
