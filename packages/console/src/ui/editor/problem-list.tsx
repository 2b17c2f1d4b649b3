import { UnstyledButton } from '@mantine/core';
import { StatusBadge } from '../status/status-badge.tsx';
import { type Diagnostic, type FilePlace, sortDiagnostics } from './diagnostic.ts';
import styles from './editor.module.css';

const TONES = { error: 'error', warning: 'warning', info: 'working' } as const;
const WORDS = { error: 'Error', warning: 'Warning', info: 'Info' } as const;

type Props = {
  readonly diagnostics: readonly Diagnostic[];
  readonly onOpen: (place: FilePlace) => void;
};

/** The problems of all files, errors first. Each leads to its place. */
export function ProblemList({ diagnostics, onOpen }: Props) {
  const sorted = sortDiagnostics(diagnostics);
  return (
    <div className={styles['problems']}>
      <h3 className={styles['problemsTitle']}>{sorted.length === 0 ? 'No problems' : `Problems (${sorted.length})`}</h3>
      <ul aria-label="Problems">
        {sorted.map((one) => (
          <li key={`${one.path}:${one.line}:${one.column}:${one.message}`}>
            <UnstyledButton className={styles['problem']} onClick={() => onOpen({ ...one })}>
              <StatusBadge
                tone={TONES[one.severity]}
                label={WORDS[one.severity]}
                {...(one.severity === 'info' ? { icon: 'info' as const } : {})}
              />
              <span className={styles['problemText']}>{one.message}</span>
              <span className={styles['place']}>
                {one.path}:{one.line}:{one.column}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
