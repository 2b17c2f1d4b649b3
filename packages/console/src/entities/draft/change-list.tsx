import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
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
    <Stack as="ul" gap={1} width="full" size="small" className={styles['lines']} aria-label={label}>
      {changes.slice(0, SHOWN).map(({ kind, path, from }) => (
        <Row as="li" gap={2} key={`${kind} ${path}`}>
          <span className={styles['kind']} data-tone={TONES[kind]}>
            {kind}
          </span>
          <Text mono truncate className={styles['path']} data-tip={from === undefined ? path : `${from} → ${path}`}>
            {path}
          </Text>
        </Row>
      ))}
      {more > 0 && (
        <Text as="li" tone="dim">
          and {more} more
        </Text>
      )}
    </Stack>
  );
}
