import { Modal, TextInput, UnstyledButton } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { matchesOption } from '@switchboard/model/presentation/option-search';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Row, Stack, Text } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE, TYPE_PICKER_WIDTH } from '../theme/metrics.ts';
import { nextTile } from './next-tile.ts';
import styles from './type-picker.module.css';

export type TypeChoice = {
  readonly value: string;
  readonly label: string;
  readonly category: string;
};

type Props = {
  readonly title: string;
  readonly choices: readonly TypeChoice[];
  readonly onChoose: (value: string) => void;
  readonly onClose: () => void;
};

const ALL = 'All';

/** Chooses one of many types: a search, the categories, and a tile for each type, by name. */
export function TypePicker({ title, choices, onChoose, onClose }: Props) {
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [category, setCategory] = useState(ALL);
  const [active, setActive] = useState(0);
  const tiles = useRef<HTMLDivElement>(null);
  const categories = [ALL, ...new Set(choices.map((choice) => choice.category).toSorted((a, b) => a.localeCompare(b)))];
  const shown = choices
    .filter((choice) => category === ALL || choice.category === category)
    .filter(({ label }) => matchesOption(label, typed))
    .toSorted((one, other) => one.label.localeCompare(other.label));

  const focusTile = (index: number): void => {
    setActive(index);
    tiles.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  };
  const moveFromSearch = (event: KeyboardEvent): void => {
    const first = shown[0];
    if (first === undefined) return;
    if (event.key === 'ArrowDown') focusTile(0);
    else if (event.key === 'Enter') onChoose(first.value);
    else return;
    event.preventDefault();
  };
  const moveBetweenTiles = (event: KeyboardEvent): void => {
    const buttons = [...(tiles.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const tops = buttons.map((button) => button.offsetTop);
    const next = nextTile(event.key, active, tops);
    if (next === null) return;
    event.preventDefault();
    focusTile(next);
  };
  return (
    <Modal opened onClose={onClose} title={title} size={TYPE_PICKER_WIDTH}>
      <Stack gap={3} className={styles['picker']}>
        <TextInput
          data-autofocus
          aria-label={`Search ${title}`}
          placeholder="Search"
          leftSection={<IconSearch size={SMALL_ICON_SIZE} aria-hidden="true" />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={moveFromSearch}
        />
        <Row gap={1} flex="none" className={styles['categories']} role="group" aria-label="Categories">
          {categories.map((name) => (
            <UnstyledButton
              key={name}
              className={styles['category']}
              aria-pressed={name === category}
              onClick={() => {
                setCategory(name);
                setActive(0);
              }}
            >
              {name}
            </UnstyledButton>
          ))}
        </Row>
        <div ref={tiles} className={styles['tiles']} role="group" aria-label="Types" onKeyDown={moveBetweenTiles}>
          {shown.map((choice, index) => (
            <UnstyledButton
              key={choice.value}
              className={styles['tile']}
              tabIndex={index === Math.min(active, shown.length - 1) ? 0 : -1}
              onFocus={() => setActive(index)}
              onClick={() => onChoose(choice.value)}
            >
              <Text weight="medium">{choice.label}</Text>
              <Text size="small" tone="dim">
                {choice.category}
              </Text>
            </UnstyledButton>
          ))}
          {shown.length === 0 && (
            <Text as="p" size="small" tone="dim">
              No results, try another word.
            </Text>
          )}
        </div>
        <Text size="small" tone="dim" role="status">
          {shown.length === 1 ? '1 type' : `${shown.length} types`}
        </Text>
      </Stack>
    </Modal>
  );
}
