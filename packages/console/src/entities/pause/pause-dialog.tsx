import { SegmentedControl, Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { DateTimePicker } from '@mantine/dates';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { ReasonField, reasonProblem } from '../../ui/form/reason-field.tsx';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { PauseKeyDocument, PausePipelineDocument } from '../../api/generated/documents/pause.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Text } from '../../ui/layout/layout.tsx';
import type { Pausable } from './pausable.ts';

type Props = {
  readonly pausable: Pausable;
  /** The project of a download or upload, which can be paused instead. */
  readonly project?: string | undefined;
  readonly onClose: () => void;
  readonly onPaused: () => void;
};

const CONSEQUENCES: Readonly<Record<Pausable['kind'], string>> = {
  download: 'Nothing is downloaded by schedule. What runs now is finished; backfills and tests go on.',
  upload: 'Nothing is uploaded by schedule: results wait. What runs now is finished; backfills and tests go on.',
  project: 'All its downloads and uploads stop, also those that are published later. What runs now is finished.',
  key: 'Nothing that needs the key starts, backfills neither. What runs now is finished.',
};

/** Asks for the reason and the end of a pause. After a failure the input stays. */
export function PauseDialog({ pausable, project, onClose, onPaused }: Props) {
  const [chosen, setChosen] = useState(pausable);
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<string | null>(null);
  const [catchesUp, setCatchesUp] = useState(true);
  const [isTried, setIsTried] = useState(false);
  const options = { done: () => `${chosen.name} is paused.` };
  const pipeline = useMutationAction(PausePipelineDocument, {
    ...options,
  });
  const key = useMutationAction(PauseKeyDocument, {
    ...options,
  });
  const [now] = useState(() => Date.now());
  const end = until === null ? null : new Date(until);
  const untilProblem = end !== null && end.getTime() <= now ? 'The end of the pause must be in the future.' : null;
  const submit = async (): Promise<void> => {
    setIsTried(true);
    if (reasonProblem(reason) !== null || untilProblem !== null) return;
    const { kind, name } = chosen;
    const input = { name, reason: reason.trim(), until: end?.toISOString() ?? null, catches_up: catchesUp };
    const answer = kind === 'key' ? await key.run(input) : await pipeline.run({ ...input, kind });
    if (answer === null) return;
    onPaused();
    onClose();
  };
  return (
    <FormDialog
      title={`Pause ${pausable.kind} ${pausable.name}`}
      submitLabel="Pause"
      isPending={pipeline.isPending || key.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {project !== undefined && (
        <SegmentedControl
          fullWidth
          aria-label="Pause"
          value={chosen.kind}
          data={[
            { value: pausable.kind, label: `This ${pausable.kind}` },
            { value: 'project', label: `Project ${project}` },
          ]}
          onChange={(kind) => setChosen(kind === 'project' ? { kind, name: project } : pausable)}
        />
      )}
      <Text tone="dim">{CONSEQUENCES[chosen.kind]} It counts as neither failing nor late.</Text>
      <ReasonField value={reason} isTried={isTried} onChange={setReason} />
      <DateTimePicker
        label="Until"
        placeholder="Until somebody resumes it"
        clearable
        minDate={new Date(now)}
        value={until}
        error={untilProblem}
        popoverProps={{ withinPortal: true }}
        onChange={setUntil}
      />
      {until !== null && (
        <Switch
          label="Then run the report dates that were due meanwhile"
          checked={catchesUp}
          onChange={(event) => setCatchesUp(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
