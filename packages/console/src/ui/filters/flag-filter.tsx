import { Checkbox } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';

type Props = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

/** A filter that is on or off. */
export function FlagFilter({ label, checked, onChange }: Props) {
  return <Checkbox label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
