import { Textarea } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { textProblem } from '@switchboard/model/presentation/text-problem';

const LONGEST = 500;

/** Null when the reason can be sent. */
export function reasonProblem(reason: string): string | null {
  if (reason.trim() === '') return 'Write why, for the others of the account.';
  return textProblem('The reason', reason, LONGEST);
}

type Props = {
  readonly value: string;
  /** Whether a problem is shown. */
  readonly isTried: boolean;
  readonly onChange: (reason: string) => void;
};

/** Asks why, in a few words for the others of the account. */
export function ReasonField({ value, isTried, onChange }: Props) {
  return (
    <Textarea
      label="Reason"
      required
      data-autofocus
      rows={2}
      value={value}
      error={isTried && reasonProblem(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
