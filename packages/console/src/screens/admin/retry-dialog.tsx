import { TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { DateTimePicker } from '@mantine/dates';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import '@mantine/dates/styles.layer.css';
import { fullNumber } from '@switchboard/model/format';
import { useState } from 'react';
import { RetryFailedWorkDocument } from '../../api/generated/documents/installation.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Text } from '../../ui/layout/layout.tsx';

type Props = { readonly onClose: () => void; readonly onRetried: () => void };

type Counts = { readonly retried: number; readonly left: number };

const HOUR = 3_600_000;

/** The time of the person's clock as the picker has it. */
const shown = (at: number): string => {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 19).replace('T', ' ');
};

/** Counts the failed work of an outage, and starts it again. */
export function RetryDialog({ onClose, onRetried }: Props) {
  const [now] = useState(() => Date.now());
  const [from, setFrom] = useState<string | null>(() => shown(now - HOUR));
  const [to, setTo] = useState<string | null>(() => shown(now));
  const [causes, setCauses] = useState('');
  const [account, setAccount] = useState('');
  const [counted, setCounted] = useState<Counts | null>(null);
  const { run, isPending } = useMutationAction(RetryFailedWorkDocument, {
    done: () => null,
  });
  const isOrdered = from !== null && to !== null && new Date(from) < new Date(to);
  const chosen = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      set(value);
      setCounted(null);
    };
  };
  const retry = async (isDryRun: boolean): Promise<Counts | null> => {
    const codes = causes.split(/[\s,]+/u).filter((code) => code !== '');
    let counts: Counts = { retried: 0, left: 0 };
    for (let after: string | null = ''; after !== null; ) {
      const data = await run({
        from: new Date(from ?? '').toISOString(),
        to: new Date(to ?? '').toISOString(),
        causes: codes.length === 0 ? null : codes,
        account: account.trim() === '' ? null : account.trim(),
        dry_run: isDryRun,
        after,
      });
      const answer = data?.retry_failed_work;
      if (answer === undefined || 'problem' in answer) return null;
      counts = { retried: counts.retried + answer.retried, left: counts.left + answer.left };
      after = answer.next;
    }
    return counts;
  };
  const submit = async (): Promise<void> => {
    if (counted === null) return setCounted(await retry(true));
    if ((await retry(false)) === null) return;
    onRetried();
    onClose();
  };
  return (
    <FormDialog
      title="Retry failed work"
      submitLabel={counted === null ? 'Count' : `Retry ${fullNumber(counted.retried)}`}
      isPending={isPending}
      isReady={isOrdered && counted?.retried !== 0}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text tone="dim">Downloads and uploads that failed in this time and have not been retried since.</Text>
      <DateTimePicker
        label="From"
        required
        value={from}
        popoverProps={{ withinPortal: true }}
        onChange={chosen(setFrom)}
      />
      <DateTimePicker
        label="To"
        required
        value={to}
        error={isOrdered ? null : 'The end must be after the beginning.'}
        popoverProps={{ withinPortal: true }}
        onChange={chosen(setTo)}
      />
      <TextInput
        label="Error codes"
        placeholder="Those of the installation itself"
        autoComplete="off"
        spellCheck={false}
        value={causes}
        onChange={(event) => chosen(setCauses)(event.currentTarget.value)}
      />
      <TextInput
        label="Account"
        placeholder="All accounts"
        autoComplete="off"
        spellCheck={false}
        value={account}
        onChange={(event) => chosen(setAccount)(event.currentTarget.value)}
      />
      {counted !== null && (
        <Text as="p" role="status">
          {counted.retried === 0 ? 'There is nothing to retry.' : `${fullNumber(counted.retried)} can be retried.`}
          {counted.left > 0 &&
            ` ${fullNumber(counted.left)} cannot: a later version exists, or what they are made from has failed.`}
        </Text>
      )}
    </FormDialog>
  );
}
