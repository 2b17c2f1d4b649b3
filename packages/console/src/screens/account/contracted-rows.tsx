import { Button, NumberInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { type SubmitEvent, useState } from 'react';
import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { useSaveAccount } from '../../entities/administration/use-save-account.ts';
import { Row } from '../../ui/layout/layout.tsx';

const NOT_A_NUMBER = 'The contracted row count must be a number.';

/** The rows per month that the contract includes; 0 is a number, an empty field no contract. */
export function ContractedRows({ account }: { readonly account: AccountFactsFragment }) {
  const { urlName, contractedRowCount } = account;
  const [rows, setRows] = useState<number | string>(contractedRowCount ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const { save, isPending } = useSaveAccount();
  const value = rows === '' ? null : Number(rows);
  const isChanged = value !== contractedRowCount;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (value !== null && Number.isNaN(value)) return setProblem(NOT_A_NUMBER);
    const { problem: refused } = await save(
      { urlName, contractedRowCount: value },
      'Contracted row count saved successfully',
      'Error when saving contracted row count',
    );
    setProblem(refused?.message ?? null);
  };
  return (
    <Row as="form" gap={2} align="end" wrap noValidate onSubmit={(event) => void submit(event)}>
      <NumberInput
        label="Contracted row count"
        description="Rows per month. Empty: no contract."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        value={rows}
        error={problem}
        onChange={(next) => {
          setRows(next);
          setProblem(null);
        }}
      />
      <Button type="submit" loading={isPending} disabled={!isChanged}>
        Save
      </Button>
    </Row>
  );
}
