import { Box, Button, Popover, TextInput, Tree, useTree } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { matchesOption } from '@switchboard/model/presentation/option-search';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { Stack, Text } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import { filterTree, findNode, type TreeChoice, valuesOf } from './tree-choice.ts';
import styles from './tree-picker.module.css';

type Props = {
  readonly label: string;
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
  readonly nodes: readonly TreeChoice[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

/** Chooses a branch or a leaf of a tree, with a search that keeps the branches of what it finds. */
export function TreePicker({ label, placeholder, nodes, value, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = value === null ? undefined : findNode(nodes, value);
  const choose = (next: string | null): void => {
    onChange(next);
    setIsOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          aria-label={`${label}: ${chosen?.label ?? placeholder}`}
          rightSection={<IconChevronDown size={SMALL_ICON_SIZE} aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {chosen?.label ?? placeholder}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {isOpen && <TreeMenu label={label} nodes={nodes} value={value} onChoose={choose} />}
      </Popover.Dropdown>
    </Popover>
  );
}

type MenuProps = {
  readonly label: string;
  readonly nodes: readonly TreeChoice[];
  readonly value: string | null;
  readonly onChoose: (value: string | null) => void;
};

function TreeMenu({ label, nodes, value, onChoose }: MenuProps) {
  const [typed, setTyped] = useState('');
  const shown = useMemo(() => filterTree(nodes, (node) => matchesOption(node.label, typed)), [nodes, typed]);
  const tree = useTree({ initialSelectedState: value === null ? [] : [value] });
  const { setExpandedState } = tree;
  useEffect(() => {
    // Everything that a search finds is visible.
    if (typed !== '') setExpandedState(Object.fromEntries(valuesOf(shown).map((one) => [one, true])));
  }, [typed, shown, setExpandedState]);
  const chooseFocused = (event: KeyboardEvent): void => {
    const focused = event.target instanceof HTMLElement ? event.target.dataset['value'] : undefined;
    if ((event.key !== 'Enter' && event.key !== ' ') || focused === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(focused);
  };
  return (
    <Stack gap={2} minWidth="menu-width">
      <TextInput
        data-autofocus
        aria-label={`Search ${label}`}
        placeholder="Search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles['tree']} onKeyDownCapture={chooseFocused}>
        <Tree
          aria-label={label}
          data={[...shown]}
          tree={tree}
          expandOnClick={false}
          renderNode={({ node, expanded, hasChildren, elementProps, tree: state }) => (
            <Box {...elementProps} className={styles['node'] ?? ''} onClick={() => onChoose(node.value)}>
              {hasChildren ? (
                <Box
                  component="span"
                  className={styles['toggle'] ?? ''}
                  data-expanded={expanded || undefined}
                  onClick={(event) => {
                    event.stopPropagation();
                    state.toggleExpanded(node.value);
                  }}
                >
                  <IconChevronRight size={SMALL_ICON_SIZE} aria-hidden="true" />
                </Box>
              ) : (
                <span className={styles['toggle']} />
              )}
              {node.label}
            </Box>
          )}
        />
        {shown.length === 0 && (
          <Text as="p" tone="dim">
            No results, try another word.
          </Text>
        )}
      </div>
      {value !== null && (
        <Button variant="subtle" onClick={() => onChoose(null)}>
          Clear
        </Button>
      )}
    </Stack>
  );
}
