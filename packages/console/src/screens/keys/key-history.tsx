import { Button, Skeleton } from '@mantine/core';
import { KeyHistoryDocument } from '../../api/generated/documents/key-details.ts';
import type { KeyHistoryQuery } from '../../api/generated/graphql.ts';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { concernsKeys } from '../../entities/key/concerns-keys.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import styles from './keys.module.css';

type Change = KeyHistoryQuery['credential_changes']['nodes'][number];
type Props = { readonly name: string };

const PAGE_SIZE = 20;
const select = (data: KeyHistoryQuery) => data.credential_changes;

/** Lists the changes of a key with their authors, the newest first. */
export function KeyHistory({ name }: Props) {
  const { rows, phase, failure, hasMore, loadingMore, moreFailed, fetchMore, refresh } = useConnection({
    title: 'History',
    document: KeyHistoryDocument,
    variables: { name },
    pageSize: PAGE_SIZE,
    select,
    held: false,
  });
  useRefetchOnChanges(refresh, concernsKeys);
  const isLost = phase === 'error' || moreFailed;
  return (
    <Stack as="section" gap={3} padding={4} minWidth={0} frame="large" aria-labelledby="key-history">
      <Text as="h2" size="large" weight="strong" id="key-history">
        History
      </Text>
      {phase === 'loading' && <Skeleton height="var(--row)" />}
      {rows.length > 0 && (
        <Stack as="ol" aria-label="Changes">
          {rows.map((change) => (
            <li key={change.id} className={styles['change']}>
              <span>
                <strong>{change.person?.name ?? 'Switchboard'}</strong> {describe(change)}
              </span>
              <Text tone="dim" nowrap>
                <Timestamp value={change.created} />
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {isLost && (
        <Text as="p" tone="error" breakWords role="alert">
          The history could not be read{failure === null ? '.' : `: ${failure.message}`}
        </Text>
      )}
      {(isLost || hasMore) && (
        <Button
          className={styles['more'] ?? ''}
          loading={loadingMore}
          onClick={phase === 'error' ? refresh : fetchMore}
        >
          {isLost ? 'Retry' : 'Show older changes'}
        </Button>
      )}
    </Stack>
  );
}

const listed = (names: readonly string[]): string => names.join(', ');

function describe({ change, fields, items, former, present, reason }: Change): string {
  switch (change) {
    case 'created':
      return 'added the key.';
    case 'renamed':
      return `renamed it from ${former ?? ''} to ${present ?? ''}.`;
    case 'changed':
      return `changed ${listed(fields)}.`;
    case 'secret':
      return `replaced ${listed(fields)}.`;
    case 'reconnected':
      return 'connected it again.';
    case 'suspended':
      return `suspended it${reason ? `: ${reason}` : '.'}`;
    case 'paused':
      return `paused it${reason ? `: ${reason}` : '.'}`;
    case 'resumed':
      return 'resumed it.';
    case 'unsuspended':
      return 'unsuspended it.';
    case 'repointed':
      return former == null
        ? `pointed ${listed(items)} to the key ${present ?? ''}.`
        : `pointed ${listed(items)} here, from the key ${former}.`;
    default:
      return `changed it (${change}).`;
  }
}
