import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { RevokeServiceTokenDocument, ServiceTokensDocument } from '../../api/generated/documents/service-tokens.ts';
import type { ServiceTokenRowFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './service-tokens.module.css';
import { TokenTable } from './token-table.tsx';

const CreateTokenDialog = lazyLayer(async () => (await import('./create-token-dialog.tsx')).CreateTokenDialog);
const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

const NO_TOKENS: readonly ServiceTokenRowFragment[] = [];

/** /scripts/tokens: what programs sign their requests with, such as a build server that publishes scripts of a repository. */
export function ServiceTokensPage() {
  const [{ data, error }, refetch] = useQuery({ query: ServiceTokensDocument, requestPolicy: 'cache-and-network' });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<ServiceTokenRowFragment | null>(null);
  const { run } = useMutationAction(RevokeServiceTokenDocument, {
    done: () => 'Service token revoked',
  });
  // A failed query answers null.
  const tokens = data?.service_tokens.nodes;
  const failure = error === undefined ? null : describeFailure(error);
  const create = (
    <Button variant="filled" leftSection={<IconPlus size={ICON_SIZE} />} onClick={() => setIsCreating(true)}>
      Create token
    </Button>
  );
  return (
    <Page title="Service Tokens" actions={create}>
      <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto">
        <p className={styles['text']}>
          A program signs its requests with a token, such as <code>switchboard push</code> in the build of a repository.
          It acts as the person who created the token, in this account and only on scripts, and ends with their access.
          A token for a directory manages the users of this account instead.
        </p>
        {tokens === undefined && failure !== null ? (
          <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
        ) : tokens?.length === 0 ? (
          <EmptyState title="No service tokens">
            Create one for each program, so that each can be revoked by itself.
          </EmptyState>
        ) : (
          <TokenTable rows={tokens ?? NO_TOKENS} loading={tokens === undefined} onRevoke={setRevoked} />
        )}
      </Stack>
      {isCreating && <CreateTokenDialog onClose={() => setIsCreating(false)} onCreated={refresh} />}
      {revoked !== null && (
        <ConfirmDialog
          title="Revoke service token?"
          confirmLabel="Revoke"
          danger
          onClose={() => setRevoked(null)}
          onConfirm={async () => {
            const ended = await run({ id: revoked.id });
            refresh();
            return ended !== null;
          }}
        >
          Requests that are signed with <b>{revoked.name}</b> are refused from now on. This cannot be undone.
        </ConfirmDialog>
      )}
    </Page>
  );
}
