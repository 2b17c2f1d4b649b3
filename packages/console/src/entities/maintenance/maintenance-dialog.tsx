import { Button } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { DateTimePicker } from '@mantine/dates';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { ReasonField, reasonProblem } from '../../ui/form/reason-field.tsx';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import {
  EndMaintenanceDocument,
  MaintenanceWindowsDocument,
  PlanMaintenanceDocument,
} from '../../api/generated/documents/maintenance.ts';
import type { MaintenanceFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';

/** The thing of which maintenance is planned; without a name the account. */
export type MaintenanceSubject = { readonly kind: 'account' | 'download' | 'upload'; readonly name: string | null };

type Props = { readonly subject: MaintenanceSubject; readonly onClose: () => void };

/** Plans maintenance, and ends that which is planned. After a failure the input stays. */
export function MaintenanceDialog({ subject, onClose }: Props) {
  const [now] = useState(() => Date.now());
  const [reason, setReason] = useState('');
  const [starts, setStarts] = useState<string | null>(null);
  const [ends, setEnds] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [{ data, error }] = useQuery({ query: MaintenanceWindowsDocument, requestPolicy: 'cache-and-network' });
  const named = subject.name === null ? 'the account' : `${subject.kind} ${subject.name}`;
  const { run, isPending } = useMutationAction(PlanMaintenanceDocument, {
    done: () => `Maintenance of ${named} is planned.`,
  });
  const begin = starts === null ? now : new Date(starts).getTime();
  const end = ends === null ? null : new Date(ends).getTime();
  const endProblem =
    end === null ? 'Choose when it ends.' : end <= Math.max(now, begin) ? 'The end must be after the beginning.' : null;
  const submit = async (): Promise<void> => {
    setIsTried(true);
    if (reasonProblem(reason) !== null || endProblem !== null || end === null) return;
    const answer = await run({
      kind: subject.kind,
      name: subject.name,
      starts: starts === null ? null : new Date(begin).toISOString(),
      ends: new Date(end).toISOString(),
      reason: reason.trim(),
    });
    if (answer !== null) onClose();
  };
  const known = data?.maintenance.windows.filter(({ kind, name }) => kind === subject.kind && name === subject.name);
  return (
    <FormDialog
      title={`Maintenance of ${named}`}
      submitLabel="Plan"
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {error !== undefined && <Text tone="error">{describeFailure(error).message}</Text>}
      {known !== undefined && known.length > 0 && <PlannedWindows windows={known} />}
      <Text tone="dim">
        No notices are sent{subject.name === null ? '' : ' of it'}. Nothing is stopped; what still fails at the end is
        announced then.
      </Text>
      <ReasonField value={reason} isTried={isTried} onChange={setReason} />
      <DateTimePicker
        label="From"
        placeholder="Now"
        clearable
        minDate={new Date(now)}
        value={starts}
        popoverProps={{ withinPortal: true }}
        onChange={setStarts}
      />
      <DateTimePicker
        label="Until"
        required
        clearable
        minDate={new Date(now)}
        value={ends}
        error={(isTried || ends !== null) && endProblem}
        popoverProps={{ withinPortal: true }}
        onChange={setEnds}
      />
    </FormDialog>
  );
}

function PlannedWindows({ windows }: { readonly windows: readonly MaintenanceFactsFragment[] }) {
  const { run, isPending } = useMutationAction(EndMaintenanceDocument, {
    done: () => 'The maintenance has ended.',
  });
  return (
    <Stack as="ul" gap={2} aria-label="Planned maintenance">
      {windows.map(({ id, starts, ends, reason, planned_by: by }) => (
        <Row as="li" key={id} gap={3} align="center" justify="between" minWidth={0}>
          <Stack minWidth={0}>
            <Text breakWords>{reason}</Text>
            <Text tone="dim" size="small">
              <Timestamp value={starts} /> to <Timestamp value={ends} />
              {by !== null && `, by ${by.name}`}
            </Text>
          </Stack>
          <Button
            flex="none"
            loading={isPending}
            aria-label={`End the maintenance: ${reason}`}
            onClick={() => void run({ id })}
          >
            End
          </Button>
        </Row>
      ))}
    </Stack>
  );
}
