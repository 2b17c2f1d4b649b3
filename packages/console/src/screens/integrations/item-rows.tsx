import { ActionIcon, Button, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Stack } from '../../ui/layout/layout.tsx';
import { ICON_SIZE, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { type ItemState, withNewItem } from './form-state.ts';
import styles from './integrations.module.css';

type Props = {
  readonly items: readonly ItemState[];
  readonly onChange: (items: readonly ItemState[]) => void;
  readonly problems: ReadonlyMap<string, string>;
  /** Problem of each stored item, by its place. */
  readonly errors: readonly (string | null)[];
};

const PARTS = [
  { name: 'fruit', label: 'Fruit' },
  { name: 'color', label: 'Color' },
] as const;

/** The items of a test integration: rows of a fruit and a colour. */
export function ItemRows({ items, onChange, problems, errors }: Props) {
  return (
    <Stack gap={3} minWidth={0} className={styles['rows']}>
      {items.map((item, index) => {
        const error = errors[index];
        return (
          <fieldset key={item.key} className={styles['item']} aria-label={`Item ${index + 1}`}>
            {PARTS.map(({ name, label }) => (
              <TextInput
                key={name}
                label={label}
                name={`configuration.items[${index}].${name}`}
                required
                autoComplete="off"
                value={item[name]}
                error={problems.get(`configuration.items[${index}].${name}`)}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  onChange(items.map((other) => (other.key === item.key ? { ...other, [name]: value } : other)));
                }}
              />
            ))}
            <ActionIcon
              aria-label={`Remove item ${index + 1}`}
              onClick={() => onChange(items.filter(({ key }) => key !== item.key))}
            >
              <IconX size={SMALL_ICON_SIZE} />
            </ActionIcon>
            {error != null && (
              <p role="alert" className={styles['problem']}>
                {error}
              </p>
            )}
          </fieldset>
        );
      })}
      <Button
        variant="default"
        className={styles['addRow'] ?? ''}
        leftSection={<IconPlus size={ICON_SIZE} />}
        onClick={() => onChange(withNewItem(items))}
      >
        Add item
      </Button>
    </Stack>
  );
}
