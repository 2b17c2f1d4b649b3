import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Entry, entryProblem } from '../draft/file-rules.ts';
import styles from '../editor.module.css';

const LABELS = { file: 'New file', folder: 'New folder', rename: 'New name' } as const;

type Props = {
  readonly entry: Entry;
  readonly paths: readonly string[];
  /** Called with what keeps the entered name from being taken; null while nothing does. */
  readonly onProblem: (problem: string | null) => void;
  readonly onConfirm: (path: string) => void;
  readonly onCancel: () => void;
};

/** The name of a file or folder, with its folders. Enter confirms, Escape cancels. */
export function NameEntry({ entry, paths, onProblem, onConfirm, onCancel }: Props) {
  const [typed, setTyped] = useState(entry.initial);
  const [isTouched, setIsTouched] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = entryProblem(typed, entry, paths);
  useEffect(() => onProblem(problem), [problem, onProblem]);
  useEffect(() => {
    const input = field.current;
    if (input === null) return;
    input.focus();
    // The name is replaced by what is typed; its folders stay.
    input.setSelectionRange(input.value.lastIndexOf('/') + 1, input.value.length);
  }, []);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter') {
      if (problem === null) onConfirm(typed.trim());
      else setIsTouched(true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <TextInput
      ref={field}
      className={styles['entry'] ?? ''}
      label={entry.kind === 'rename' ? `${LABELS.rename} of ${entry.initial}` : LABELS[entry.kind]}
      placeholder={entry.kind === 'folder' ? 'folder' : 'folder/name.sbs'}
      spellCheck={false}
      autoComplete="off"
      value={typed}
      error={isTouched || (typed !== '' && typed !== entry.initial) ? problem : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}
