import { Button, Group, Modal, SegmentedControl, Switch, Textarea } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { type SubmitEvent, useState } from 'react';
import { PauseKeyDocument, PausePipelineDocument } from '../../api/generated/documents/pause.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import type { Pausable } from './pausable.ts';

type Props = {
  readonly pausable: Pausable;
  /** The project of a download or upload, which can be paused instead. */
  readonly project?: string | undefined;
  readonly onClose: () => void;
  readonly onPaused: () => void;
};

const LONGEST = 500;

const CONSEQUENCES: Readonly<Record<Pausable['kind'], string>> = {
  download: 'Nothing is downloaded by schedule. What runs now is finished; backfills and tests go on.',
  upload: 'Nothing is uploaded by schedule: results wait. What runs now is finished; backfills and tests go on.',
  project: 'All its downloads and uploads stop, also those that are published later. What runs now is finished.',
  key: 'Nothing that needs the key starts, backfills neither. What runs now is finished.',
};

/** Asks for the reason and the end of a pause. After a failure the input stays. */
export function PauseDialog({ pausable, project, onClose, onPaused }: Props) {
  useReturnFocus();
  const [chosen, setChosen] = useState(pausable);
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<string | null>(null);
  const [catchesUp, setCatchesUp] = useState(true);
  const [isTried, setIsTried] = useState(false);
  const options = { done: () => `${chosen.name} is paused.` };
  const pipeline = useMutationAction(PausePipelineDocument, {
    ...options,
    problem: ({ pause }) => ('problem' in pause ? pause.problem : null),
  });
  const key = useMutationAction(PauseKeyDocument, {
    ...options,
    problem: ({ pause_key: pause }) => ('problem' in pause ? pause.problem : null),
  });
  const [now] = useState(() => Date.now());
  const end = until === null ? null : new Date(until);
  const reasonProblem =
    reason.trim() === '' ? 'Write why, for the others of the account.' : textProblem('The reason', reason, LONGEST);
  const untilProblem = end !== null && end.getTime() <= now ? 'The end of the pause must be in the future.' : null;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setIsTried(true);
    if (reasonProblem !== null || untilProblem !== null) return;
    const { kind, name } = chosen;
    const input = { name, reason: reason.trim(), until: end?.toISOString() ?? null, catches_up: catchesUp };
    const answer = kind === 'key' ? await key.run(input) : await pipeline.run({ ...input, kind });
    if (answer === null) return;
    onPaused();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Pause ${pausable.kind} ${pausable.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
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
          <Textarea
            label="Reason"
            required
            data-autofocus
            rows={2}
            value={reason}
            error={isTried && reasonProblem}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
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
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={pipeline.isPending || key.isPending}>
            Pause
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
