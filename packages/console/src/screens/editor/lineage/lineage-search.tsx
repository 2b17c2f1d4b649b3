import { TextInput, UnstyledButton } from '@mantine/core';
import type { LineageGraph } from '@switchboard/model/lineage/lineage';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from './lineage.module.css';
import { KIND_WORDS, type Shown, searchLineage } from './lineage-focus.ts';

const MOST = 50;

type Props = { readonly graph: LineageGraph; readonly onFocus: (shown: Shown) => void };

/** Finds a download, table, upload or column by its name. The arrow keys move through what was found. */
export function LineageSearch({ graph, onFocus }: Props) {
  const [words, setWords] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const found = useMemo(() => searchLineage(graph, words, MOST), [graph, words]);
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && words !== '') {
      event.stopPropagation();
      setWords('');
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    if (step === undefined || buttons.length === 0) return;
    event.preventDefault();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  };
  return (
    <search className={styles['search']} onKeyDown={move}>
      <TextInput
        aria-label="Find a column or table"
        placeholder="Find a column or table"
        leftSection={<IconSearch size={SMALL_ICON_SIZE} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {words.trim() !== '' && (
        <ul ref={list} className={styles['found']} aria-label="Found">
          {found.map((shown) => (
            <li key={`${shown.node.id} ${shown.column ?? ''}`}>
              <UnstyledButton
                className={styles['result'] ?? ''}
                onClick={() => {
                  setWords('');
                  onFocus(shown);
                }}
              >
                <span className={styles['cut']}>{shown.column ?? shown.node.name}</span>
                <span className={styles['kind']}>
                  {KIND_WORDS[shown.node.kind]}
                  {shown.column === undefined ? '' : ` ${shown.node.name}`}
                </span>
              </UnstyledButton>
            </li>
          ))}
          {found.length === 0 && <li className={styles['nothing']}>No column or table has this name.</li>}
          {found.length === MOST && <li className={styles['nothing']}>The first {MOST} are listed.</li>}
        </ul>
      )}
    </search>
  );
}
