import { Button, Select, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { splitZonedTime, zonedTimeProblem } from '@switchboard/model/schedule/zoned-time';
import { type SubmitEvent, useState } from 'react';
import type { SaveAccountMutationVariables } from '../../api/generated/graphql.ts';
import { useSaveAccount } from '../../entities/administration/use-save-account.ts';
import { Row } from '../../ui/layout/layout.tsx';

type Props = {
  /** Name of the time, in labels: "deadline". */
  readonly label: string;
  /** "HH:mm {timezone}" */
  readonly value: string | null;
  readonly toasts: { readonly done: string; readonly failed: string };
  /** The change that sets the value, or removes it. */
  readonly change: (value: string | null) => SaveAccountMutationVariables;
};

const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
const NONE = { time: '', timezone: '' };

/** A time of day with its timezone: both are set together, or removed. */
export function ZonedTimeSetting({ label, value, toasts, change }: Props) {
  const [{ time, timezone }, setDraft] = useState(value === null ? NONE : splitZonedTime(value));
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { save, isPending } = useSaveAccount();
  const problem = zonedTimeProblem({ time, timezone });
  const text = `${time} ${timezone}`;
  const send = async (next: string | null): Promise<void> => {
    const outcome = await save(change(next), toasts.done, toasts.failed);
    setRefused(outcome.problem?.message ?? null);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (problem === null && text !== value) void send(text);
  };
  const edit = (patch: Partial<typeof NONE>): void => {
    setDraft((current) => ({ ...current, ...patch }));
    setRefused(null);
  };
  const shown = isChecked ? (problem ?? refused) : refused;
  return (
    <Row as="form" gap={2} align="end" wrap noValidate onSubmit={submit}>
      <TextInput
        type="time"
        label="Time"
        aria-label={`Time of the ${label}`}
        value={time}
        error={shown}
        onChange={(event) => edit({ time: event.currentTarget.value })}
      />
      <Select
        label="Timezone"
        aria-label={`Timezone of the ${label}`}
        searchable
        limit={100}
        data={ZONES}
        value={timezone === '' ? null : timezone}
        error={shown !== null}
        onChange={(zone) => edit({ timezone: zone ?? '' })}
      />
      <Button type="submit" loading={isPending} disabled={text === value}>
        Save
      </Button>
      {value !== null && (
        <Button aria-label={`Remove the ${label}`} disabled={isPending} onClick={() => void send(null)}>
          Remove
        </Button>
      )}
    </Row>
  );
}
