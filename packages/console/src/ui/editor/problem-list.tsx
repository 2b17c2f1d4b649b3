import { Button, UnstyledButton } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { StatusBadge } from '../status/status-badge.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import { type Diagnostic, type FileRange, sortDiagnostics } from './diagnostic.ts';
import styles from './editor.module.css';

const TONES = { error: 'error', warning: 'warning', beta: 'warning', info: 'working' } as const;
const WORDS = { error: 'Error', warning: 'Warning', beta: 'Beta', info: 'Info' } as const;
/** More are counted, and not listed: each takes time to draw. */
const LISTED = 300;

type Props = {
  readonly diagnostics: readonly Diagnostic[];
  /** Shown while there is nothing to list. */
  readonly quiet?: string;
  readonly onOpen: (range: FileRange) => void;
  /** Applies the fix of a problem that has one. Absent where nothing can be changed. */
  readonly onFix?: (diagnostic: Diagnostic) => void;
};

/** The problems of all files, by file, errors first. Each leads to its place. The arrow keys move. */
export function ProblemList({ diagnostics, quiet = 'No problems', onOpen, onFix }: Props) {
  const sorted = useMemo(() => sortDiagnostics(diagnostics), [diagnostics]);
  const files = useMemo(() => [...Map.groupBy(sorted.slice(0, LISTED), ({ path }) => path)], [sorted]);
  const [current, setCurrent] = useState(0);
  const last = Math.min(sorted.length, LISTED) - 1;
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(last, current + step));
    setCurrent(to);
    event.currentTarget.querySelectorAll<HTMLElement>('[data-problem]')[to]?.focus();
  };
  let index = -1;
  return (
    <div className={styles['problems']}>
      <h3 className={styles['problemsTitle']}>{sorted.length === 0 ? quiet : `Problems (${sorted.length})`}</h3>
      <ul aria-label="Problems" onKeyDown={move}>
        {files.map(([path, problems]) => (
          <li key={path}>
            <p className={styles['problemFile']}>
              {path} <span className={styles['count']}>{problems.length}</span>
            </p>
            <ul aria-label={path}>
              {problems.map((one) => {
                index += 1;
                const own = index;
                return (
                  <li
                    key={`${one.line}:${one.column}:${one.code ?? ''}:${one.message}`}
                    className={styles['problemLine']}
                  >
                    <UnstyledButton
                      className={styles['problem']}
                      data-problem={one.code ?? ''}
                      tabIndex={own === Math.min(current, Math.max(0, last)) ? 0 : -1}
                      onFocus={() => setCurrent(own)}
                      onClick={() => onOpen(one)}
                    >
                      <StatusBadge
                        tone={TONES[one.severity]}
                        label={WORDS[one.severity]}
                        {...(one.severity === 'info' ? { icon: 'info' as const } : {})}
                      />
                      <span className={styles['problemText']}>{one.message}</span>
                      <span className={styles['place']}>
                        {one.line}:{one.column}
                      </span>
                    </UnstyledButton>
                    {one.fix !== undefined && onFix !== undefined && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        leftSection={<IconBulb size={SMALL_ICON_SIZE} />}
                        onClick={() => onFix(one)}
                      >
                        {one.fix}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
      {sorted.length > LISTED && <p className={styles['place']}>And {sorted.length - LISTED} more.</p>}
    </div>
  );
}
