import { UnstyledButton } from '@mantine/core';
import styles from './filters.module.css';
import type { Option } from './option.ts';

type Props = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly selected: readonly string[];
  readonly onToggle: (value: string, isSelected: boolean) => void;
};

/** A filter for any of a few values: one chip for each. */
export function ToggleChips({ label, options, selected, onToggle }: Props) {
  return (
    <fieldset className={styles['toggles']} aria-label={label}>
      {options.map((option) => {
        const isSelected = selected.includes(option.value);
        return (
          <UnstyledButton
            key={option.value}
            className={styles['toggle']}
            aria-pressed={isSelected}
            onClick={() => onToggle(option.value, !isSelected)}
          >
            {option.label}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
