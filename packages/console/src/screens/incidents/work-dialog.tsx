import { Button, Modal, ScrollArea, Select, Textarea } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { IncidentHistoryDocument, WorkIncidentDocument } from '../../api/generated/documents/incident-work.ts';
import type { IncidentHistoryQuery, IncidentRowFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { AssigneeSelect } from './assignee-select.tsx';

type Props = {
  readonly incident: IncidentRowFragment;
  readonly title: string;
  readonly mayWork: boolean;
  readonly onChanged: () => void;
  readonly onClose: () => void;
};

const LONGEST = 2000;
const HOUR = 3_600_000;
const SPANS = [
  { value: '1', label: 'For 1 hour' },
  { value: '4', label: 'For 4 hours' },
  { value: '24', label: 'For 1 day' },
  { value: '72', label: 'For 3 days' },
  { value: '168', label: 'For 7 days' },
] as const;

/** Assigns, snoozes, mutes and comments an incident, and shows its history and its notices. */
export function WorkDialog({ incident, title, mayWork, onChanged, onClose }: Props) {
  useReturnFocus();
  const { id, work } = incident;
  const [note, setNote] = useState('');
  const [{ data, error }, refetch] = useQuery({
    query: IncidentHistoryDocument,
    variables: { id },
    requestPolicy: 'network-only',
  });
  const { run, isPending } = useMutationAction(WorkIncidentDocument, {
    done: () => 'Incident saved.',
  });
  const act = async (name: string, more: { readonly person_id?: string; readonly until?: string } = {}) => {
    const text = note.trim();
    if ((await run({ id, act: name, ...more, ...(text === '' ? {} : { note: text }) })) === null) return;
    // It leaves the list, and its dialog with it.
    if (name === 'snoozed') onClose();
    setNote('');
    onChanged();
    refetch({ requestPolicy: 'network-only' });
  };
  const problem = textProblem('A comment', note, LONGEST);
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap={4}>
        {mayWork && (
          <>
            <Textarea
              label="Comment"
              description="Goes with the next command, or by itself."
              rows={2}
              value={note}
              error={problem}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Row gap={2} align="end" wrap>
              <AssigneeSelect
                assignee={work.assigned_to}
                onChoose={(personId) => void act('assigned', { person_id: personId })}
              />
              {!work.is_mine && (
                <Button loading={isPending} onClick={() => void act('assigned')}>
                  Assign to me
                </Button>
              )}
              {work.assigned_to !== null && <Button onClick={() => void act('unassigned')}>Unassign</Button>}
            </Row>
            <Row gap={2} align="end" wrap>
              <SpanSelect
                label="Snooze"
                description="Leaves the list"
                placeholder={work.snoozed_until === null ? 'Not snoozed' : 'Snoozed'}
                onChoose={(until) => void act('snoozed', { until })}
              />
              {work.snoozed_until !== null && <Button onClick={() => void act('woken')}>End the snooze</Button>}
              <SpanSelect
                label="Mute"
                description="Stays, without notices"
                placeholder={work.muted_until === null ? 'Not muted' : 'Muted'}
                onChoose={(until) => void act('muted', { until })}
              />
              {work.muted_until !== null && <Button onClick={() => void act('unmuted')}>Unmute</Button>}
            </Row>
            <Row gap={2} align="end" justify="end" wrap>
              {work.acknowledged_on !== null && (
                <Button onClick={() => void act('reopened')}>Take back the acknowledgement</Button>
              )}
              <Button
                variant="filled"
                disabled={note.trim() === '' || problem !== null}
                loading={isPending}
                onClick={() => void act('commented')}
              >
                Comment
              </Button>
            </Row>
          </>
        )}
        <ScrollArea.Autosize mah="20rem" type="auto">
          {error !== undefined && <Text tone="error">{describeFailure(error).message}</Text>}
          {data !== undefined && <History history={data.incident_history} />}
        </ScrollArea.Autosize>
      </Stack>
    </Modal>
  );
}

type SpanProps = {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  /** Called with the end of the span, ISO 8601. */
  readonly onChoose: (until: string) => void;
};

/** Chooses how long from now. */
function SpanSelect({ label, description, placeholder, onChoose }: SpanProps) {
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      data={[...SPANS]}
      value={null}
      comboboxProps={{ withinPortal: true }}
      onChange={(hours) => {
        if (hours !== null) onChoose(new Date(Date.now() + Number(hours) * HOUR).toISOString());
      }}
    />
  );
}

type Known = NonNullable<IncidentHistoryQuery['incident_history']>;

function History({ history }: { readonly history: IncidentHistoryQuery['incident_history'] }) {
  if (history === null) return <Text tone="dim">The incident has ended.</Text>;
  return (
    <Stack gap={4}>
      <Stack gap={2}>
        <Text as="h3" weight="strong">
          History
        </Text>
        {history.acts.length === 0 && <Text tone="dim">Nothing has been done about it yet.</Text>}
        {history.acts.map((each) => (
          <div key={each.id}>
            <Text tone="dim" size="small">
              <Timestamp value={each.created} />
            </Text>{' '}
            {actText(each)}
            {each.until !== null && (
              <>
                {' '}
                until <Timestamp value={each.until} />
              </>
            )}
            {each.note !== null && <Text breakWords>{each.note}</Text>}
          </div>
        ))}
      </Stack>
      <Stack gap={2}>
        <Text as="h3" weight="strong">
          Notified
        </Text>
        {history.notices.length === 0 && <Text tone="dim">No notice went out.</Text>}
        {history.notices.map(({ id, integration, change, state, sent }) => (
          <div key={id}>
            {integration}: {change === 'resolved' ? 'that it ended' : 'that it began'},{' '}
            {sent === null ? state : <Timestamp value={sent} />}
          </div>
        ))}
      </Stack>
    </Stack>
  );
}

function actText({ person, act, assigned_to: assignee }: Known['acts'][number]): string {
  switch (act) {
    case 'acknowledged':
      return `${person} acknowledged it.`;
    case 'reopened':
      return `${person} took the acknowledgement back.`;
    case 'assigned':
      return `${person} assigned it to ${assignee ?? 'somebody'}.`;
    case 'unassigned':
      return `${person} unassigned it.`;
    case 'snoozed':
      return `${person} snoozed it`;
    case 'woken':
      return `${person} ended the snooze.`;
    case 'muted':
      return `${person} muted it`;
    case 'unmuted':
      return `${person} unmuted it.`;
    default:
      return `${person} wrote:`;
  }
}
