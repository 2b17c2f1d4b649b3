import { Select } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useMemo } from 'react';
import { completeSelection, declarationTree, nodeValue, readNodeValue, type Selection } from './declaration-tree.ts';
import styles from './journal.module.css';
import type { DeclarationName } from './journal-kind.ts';

type Props = {
  readonly noun: 'import' | 'export';
  readonly names: readonly DeclarationName[];
  readonly loading: boolean;
  readonly value: Selection;
  readonly onChange: (selection: Selection) => void;
  /** Shown while nothing is chosen: all declarations, unless it says otherwise. */
  readonly placeholder?: string;
};

/** Chooses a project or one of its declarations. */
export function DeclarationSelect({ noun, names, loading, value, onChange, placeholder }: Props) {
  const chosen = completeSelection(names, value);
  const tree = useMemo(() => declarationTree(names), [names]);
  return (
    <Select
      className={styles['select'] ?? ''}
      aria-label={`Select ${noun}s`}
      placeholder={placeholder ?? `All ${noun}s`}
      data={tree}
      value={chosen.project === '' ? null : nodeValue(chosen)}
      onChange={(next) => onChange(readNodeValue(next))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': placeholder === undefined ? `Show all ${noun}s` : 'Choose nothing' }}
      maxDropdownHeight="var(--menu-height)"
      nothingFoundMessage={loading ? 'Loading…' : 'No results, try another word.'}
    />
  );
}
