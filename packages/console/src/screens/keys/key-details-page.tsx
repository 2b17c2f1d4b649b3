import { Button } from '@mantine/core';
import {
  IconArrowsExchange,
  IconLockOpen,
  IconPencil,
  IconPlayerPause,
  IconPlugConnected,
  IconTrash,
} from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { concernsKeys } from '../../entities/key/concerns-keys.ts';
import { KeyStatus } from '../../entities/key/key-columns.tsx';
import { KeyExpiry } from '../../entities/key/key-expiry.tsx';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { useDeleteKey } from '../../entities/key/use-delete-key.tsx';
import { useUnsuspendKey } from '../../entities/key/use-unsuspend-key.tsx';
import { PauseBanner } from '../../entities/pause/pause-banner.tsx';
import { usePause } from '../../entities/pause/use-pause.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { KeyDependencies } from './key-dependencies.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyHistory } from './key-history.tsx';
import { KeySkeleton } from './key-skeleton.tsx';
import styles from './keys.module.css';
import { useRepoint } from './repoint/use-repoint.tsx';
import { ReturnToVault, WRONG_PARAMETERS } from './return-to-vault.tsx';
import { type NamedKey, useNamedKey } from './use-named-key.ts';
import { useReconnect } from './use-reconnect.ts';

/** /keys/details: one key, and what depends on it. */
export function KeyDetailsPage() {
  const { name, key, failure, refresh } = useNamedKey();
  const navigate = useNavigate();
  const paths = useKeyPaths();
  useRefetchOnChanges(refresh, concernsKeys);
  const leave = useCallback(() => void navigate(paths.list), [navigate, paths.list]);
  const deletion = useDeleteKey(leave);
  const { isConnected, reconnect, status } = useReconnect(key, refresh);
  const repoint = useRepoint(key ? { name: key.name, type: key.credential_type } : null, refresh);
  const pausing = usePause('key', refresh);
  if (name === '') return <ReturnToVault reason={WRONG_PARAMETERS} />;
  return (
    <Page
      title={key?.name ?? 'Key details'}
      above={<Breadcrumbs parents={[{ label: 'Vault', to: paths.list }]} current="Key details" />}
      aside={
        key && (
          <>
            <Chip>{key.credential_type_name}</Chip>
            <KeyStatus status={key.status} />
            <KeyExpiry expires={key.expires} of={key.expires_of} />
          </>
        )
      }
      actions={
        key &&
        deletion.ask !== undefined && (
          <>
            <Button
              variant="default"
              leftSection={<IconTrash size={ICON_SIZE} />}
              className={styles['delete'] ?? ''}
              onClick={() => deletion.ask?.(key.name)}
            >
              Delete Key
            </Button>
            {key.status === 'active' && pausing.ask !== undefined && (
              <Button
                variant="default"
                leftSection={<IconPlayerPause size={ICON_SIZE} />}
                onClick={() => pausing.ask?.({ act: 'pause', pausable: { kind: 'key', name: key.name } })}
              >
                Pause
              </Button>
            )}
            {repoint.open !== undefined && key.downloadsUsingKey.length + key.uploadsUsingKey.length > 0 && (
              <Button variant="default" leftSection={<IconArrowsExchange size={ICON_SIZE} />} onClick={repoint.open}>
                Point to another key
              </Button>
            )}
            <Button
              component={Link}
              to={paths.edit(key.name)}
              variant="filled"
              leftSection={<IconPencil size={ICON_SIZE} />}
            >
              {isConnected ? 'Edit key name' : 'Edit key'}
            </Button>
            {reconnect !== undefined && (
              <Button variant="default" leftSection={<IconPlugConnected size={ICON_SIZE} />} onClick={reconnect}>
                Reconnect
              </Button>
            )}
          </>
        )
      }
    >
      <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto" className={styles['content']}>
        {status}
        {failure !== null && !key && <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />}
        {failure !== null && key && (
          <Banner
            tone="warning"
            title={`The key could not be refreshed: ${failure.message}`}
            actions={<Button onClick={refresh}>Retry</Button>}
          />
        )}
        {key === undefined && failure === null && <KeySkeleton />}
        {key === null && (
          <EmptyState
            title={`There is no key ${name}.`}
            actions={
              <Button component={Link} to={paths.list} variant="filled">
                Vault
              </Button>
            }
          >
            It was deleted, or it never existed in this account.
          </EmptyState>
        )}
        {key && <Details credential={key} onLeave={leave} onRefresh={refresh} />}
      </Stack>
      {deletion.dialog}
      {repoint.dialog}
      {pausing.dialog}
    </Page>
  );
}

type Props = { readonly credential: NamedKey; readonly onLeave: () => void; readonly onRefresh: () => void };

function Details({ credential, onLeave, onRefresh }: Props) {
  return (
    <>
      {credential.status === 'paused' && (
        <PauseBanner pausable={{ kind: 'key', name: credential.name }} onChanged={onRefresh} />
      )}
      {credential.status === 'suspended' && (
        <SuspendedBanner name={credential.name} reason={credential.suspended_reason ?? null} onLeave={onLeave} />
      )}
      <div className={styles['panels']}>
        <KeyFacts credential={credential} />
        <KeyDependencies
          downloads={credential.downloadsUsingKey}
          uploads={credential.uploadsUsingKey}
          next={credential.next_affected ?? null}
        />
        <KeyHistory name={credential.name} />
      </div>
    </>
  );
}

type BannerProps = { readonly name: string; readonly reason: string | null; readonly onLeave: () => void };

function SuspendedBanner({ name, reason, onLeave }: BannerProps) {
  const { ask, dialog } = useUnsuspendKey(onLeave, onLeave);
  return (
    <Banner
      tone="error"
      title="Credential suspended"
      actions={
        ask !== undefined && (
          <Button leftSection={<IconLockOpen size={ICON_SIZE} />} onClick={() => ask(name)}>
            Unsuspend
          </Button>
        )
      }
    >
      {reason ?? 'What uses the key waits until it is fixed and unsuspended.'}
      {dialog}
    </Banner>
  );
}
