import { Button, NumberInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { type SubmitEvent, useState } from 'react';
import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { type AccountProblem, useSaveAccount } from '../../entities/administration/use-save-account.ts';
import { Row } from '../../ui/layout/layout.tsx';

const FIELDS = [
  { name: 'queueWeight', label: 'Weight', description: 'Turns in the queue while other accounts wait, 1 to 100.' },
  {
    name: 'runningLimit',
    label: 'Units at once',
    description: 'Downloads, flows and uploads that run at the same time. Empty: the default.',
  },
  {
    name: 'keyRunningLimit',
    label: 'Units at once of a key',
    description: 'Of those that use one key. Empty: the default.',
  },
] as const;
type Field = (typeof FIELDS)[number]['name'];
type Values = Readonly<Record<Field, number | string>>;

const numberOrNull = (value: number | string): number | null => (value === '' ? null : Number(value));

/** The turns that an account gets in the queue, and how much of it runs at once. */
export function QueueQuota({ account }: { readonly account: AccountFactsFragment }) {
  const { urlName } = account;
  const [values, setValues] = useState<Values>({
    queueWeight: account.queueWeight,
    runningLimit: account.runningLimit ?? '',
    keyRunningLimit: account.keyRunningLimit ?? '',
  });
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const { save, isPending } = useSaveAccount();
  const changes = Object.fromEntries(
    FIELDS.filter(({ name }) => numberOrNull(values[name]) !== account[name]).map(({ name }) => [
      name,
      numberOrNull(values[name]),
    ]),
  );
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (values.queueWeight === '') return setProblem({ field: 'queueWeight', message: 'Required field' });
    const { problem: refused } = await save(
      { urlName, ...changes },
      'Queue settings saved',
      'Error when saving account',
    );
    setProblem(refused);
  };
  return (
    <Row as="form" gap={2} align="end" wrap noValidate onSubmit={(event) => void submit(event)}>
      {FIELDS.map(({ name, label, description }) => (
        <NumberInput
          key={name}
          label={label}
          description={description}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={values[name]}
          error={problem?.field === name ? problem.message : null}
          onChange={(next) => {
            setValues({ ...values, [name]: next });
            setProblem(null);
          }}
        />
      ))}
      <Button type="submit" loading={isPending} disabled={Object.keys(changes).length === 0}>
        Save
      </Button>
    </Row>
  );
}
