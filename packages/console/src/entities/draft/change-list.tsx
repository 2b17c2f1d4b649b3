import styles from './changelist-detail.module.css';
import type { FileChange } from './file-changes.ts';

/** Files that a person can still read. */
const SHOWN = 6;
const TONES = { Added: 'completed', Changed: 'working', Moved: 'working', Deleted: 'error' } as const;

type Props = { readonly label: string; readonly changes: readonly FileChange[] };

/** Changed files with what became of each; those beyond the first few are counted. */
export function ChangeList({ label, changes }: Props) {
  const more = changes.length - SHOWN;
  return (
    <ul className={styles['lines']} aria-label={label}>
      {changes.slice(0, SHOWN).map(({ kind, path, from }) => (
        <li key={`${kind} ${path}`} className={styles['change']}>
          <span className={styles['kind']} data-tone={TONES[kind]}>
            {kind}
          </span>
          <span className={styles['path']} data-tip={from === undefined ? path : `${from} → ${path}`}>
            {path}
          </span>
        </li>
      ))}
      {more > 0 && <li className={styles['more']}>and {more} more</li>}
    </ul>
  );
}
