import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import {
  RemoveSsoConnectionDocument,
  RemoveSsoDomainDocument,
  SingleSignOnDocument,
} from '../../api/generated/documents/single-sign-on.ts';
import type { SsoDomainFactsFragment, SsoFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyComponent, lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { BreakGlassPanel } from './break-glass-panel.tsx';
import type { Connection } from './connection-form.ts';
import { ConnectionPanel } from './connection-panel.tsx';
import { DomainPanel } from './domain-panel.tsx';
import styles from './single-sign-on.module.css';

const ConnectionDialog = lazyLayer(async () => (await import('./connection-dialog.tsx')).ConnectionDialog);
const ConfirmDialog = lazyComponent(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

const PANEL_HEIGHT = 180;

/** /single-sign-on: how people of the account sign in by the identity provider of their company. */
export function SingleSignOnPage() {
  const [{ data, error }, refetch] = useQuery({ query: SingleSignOnDocument, requestPolicy: 'cache-and-network' });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  /** The connection that is edited; null for a new one. */
  const [edited, setEdited] = useState<Connection | null | undefined>(undefined);
  const facts = data?.sso_settings;
  const failure = error === undefined ? null : describeFailure(error);
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={ICON_SIZE} />} onClick={() => setEdited(null)}>
      Add connection
    </Button>
  );
  return (
    <Page title="Single sign-on" {...(facts?.is_available === true ? { actions: add } : {})}>
      <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto">
        {facts === undefined && failure === null && <Waiting />}
        {facts === undefined && failure !== null && (
          <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
        )}
        {facts !== undefined && !facts.is_available && (
          <EmptyState title="One provider signs everybody in">
            This installation has an identity provider of its own for all accounts. Ask whoever runs it.
          </EmptyState>
        )}
        {facts?.is_available === true && <Settings facts={facts} onEdit={setEdited} onChanged={refresh} />}
      </Stack>
      {edited !== undefined && (
        <ConnectionDialog connection={edited} onClose={() => setEdited(undefined)} onSaved={refresh} />
      )}
    </Page>
  );
}

function Waiting() {
  return (
    <Stack gap={4} aria-busy="true" role="status" aria-label="Single sign-on is loading">
      <Skeleton height={PANEL_HEIGHT} className={styles['panel'] ?? ''} />
      <Skeleton height={PANEL_HEIGHT} className={styles['panel'] ?? ''} />
    </Stack>
  );
}

type SettingsProps = {
  readonly facts: SsoFactsFragment;
  readonly onEdit: (connection: Connection) => void;
  readonly onChanged: () => void;
};

type Removed =
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'domain'; readonly domain: SsoDomainFactsFragment };

function Settings({ facts, onEdit, onChanged }: SettingsProps) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  return (
    <>
      <Text as="p" tone="dim" maxWidth="message-width">
        People sign in by the identity provider of your company, such as Entra ID, Okta or Google Workspace. Such a
        sign-in opens this account only.
      </Text>
      {facts.connections.length === 0 && (
        <Stack frame="large" className={styles['panel']}>
          <EmptyState title="No connection">Add one to let people sign in by your identity provider.</EmptyState>
        </Stack>
      )}
      {facts.connections.map((connection) => (
        <ConnectionPanel
          key={connection.id}
          connection={connection}
          facts={facts}
          onEdit={() => onEdit(connection)}
          onRemove={() => setRemoved({ kind: 'connection', connection })}
          onChanged={onChanged}
        />
      ))}
      <DomainPanel
        domains={facts.domains}
        onRemove={(domain) => setRemoved({ kind: 'domain', domain })}
        onChanged={onChanged}
      />
      <BreakGlassPanel facts={facts} onChanged={onChanged} />
      <Suspense fallback={null}>
        {removed !== null && <RemoveDialog removed={removed} onClose={() => setRemoved(null)} onRemoved={onChanged} />}
      </Suspense>
    </>
  );
}

type RemoveProps = { readonly removed: Removed; readonly onClose: () => void; readonly onRemoved: () => void };

function RemoveDialog({ removed, onClose, onRemoved }: RemoveProps) {
  const connection = useMutationAction(RemoveSsoConnectionDocument, {
    done: () => 'Connection removed',
  });
  const domain = useMutationAction(RemoveSsoDomainDocument, {
    done: () => 'Domain removed',
  });
  const remove = async (): Promise<boolean> => {
    const done =
      removed.kind === 'connection'
        ? await connection.run({ id: removed.connection.id })
        : await domain.run({ id: removed.domain.id });
    onRemoved();
    return done !== null;
  };
  return (
    <ConfirmDialog
      title={removed.kind === 'connection' ? 'Remove connection?' : 'Remove domain?'}
      confirmLabel="Remove"
      danger
      onClose={onClose}
      onConfirm={remove}
    >
      {removed.kind === 'connection' ? (
        <>
          People cannot sign in through <b>{removed.connection.name}</b> any more, and the sessions of those who did
          end. This cannot be undone.
        </>
      ) : (
        <>
          People of <b>{removed.domain.domain}</b> are not led to the connection, and sign in by password again.
        </>
      )}
    </ConfirmDialog>
  );
}
