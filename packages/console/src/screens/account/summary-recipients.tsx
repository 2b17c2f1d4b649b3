import { Button, Textarea } from '@mantine/core';
import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { type SubmitEvent, useState } from 'react';
import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { useSaveAccount } from '../../entities/administration/use-save-account.ts';
import { Stack } from '../../ui/layout/layout.tsx';

type Props = {
  readonly account: AccountFactsFragment;
  readonly toasts: { readonly done: string; readonly failed: string };
};

const read = (text: string): string[] => text.split(/[\s,;]+/).filter((email) => email !== '');

/** The recipients of the daily summary: email addresses, one a line. */
export function SummaryRecipients({ account, toasts }: Props) {
  const { urlName, dailySummaryRecipients } = account;
  const stored = dailySummaryRecipients.join('\n');
  const [draft, setDraft] = useState(stored);
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { save, isPending } = useSaveAccount();
  const emails = read(draft);
  const wrong = emails.find((email) => emailProblem(email) !== null);
  const problem = wrong === undefined ? null : `${wrong} is not a valid email address.`;
  const isChanged = emails.join('\n') !== stored;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setIsChecked(true);
    if (problem !== null) return;
    const change = emails.length === 0 ? { clearSummaryRecipients: true } : { setSummaryRecipients: emails };
    const outcome = await save({ urlName, ...change }, toasts.done, toasts.failed);
    setRefused(outcome.problem?.message ?? null);
  };
  return (
    <Stack as="form" gap={4} minWidth={0} noValidate onSubmit={(event) => void submit(event)}>
      <Textarea
        label="Recipients"
        description="Email addresses, one a line."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rows={3}
        resize="vertical"
        value={draft}
        error={isChecked ? (problem ?? refused) : refused}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setRefused(null);
        }}
      />
      <div>
        <Button type="submit" aria-label="Save recipients" loading={isPending} disabled={!isChanged}>
          Save
        </Button>
      </div>
    </Stack>
  );
}
