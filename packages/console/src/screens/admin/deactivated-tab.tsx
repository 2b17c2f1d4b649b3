import { Button } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { useSaveFile } from '../../api/files/use-save-file.ts';
import { DeactivatedDocument } from '../../api/generated/documents/erasure.ts';
import type { DeactivatedQuery } from '../../api/generated/graphql.ts';
import { accountExport, EXPORT_FAILED } from '../../entities/administration/account-export.ts';
import styles from '../../entities/administration/administration.module.css';
import { EraseUserDialog } from '../../entities/administration/erase-user-dialog.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { useVisible } from '../../lib/use-visible.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { ActivateAccountDialog } from './activate-account-dialog.tsx';
import { accountColumns, type DeactivatedAccount, type DeactivatedUser, userColumns } from './deactivated-columns.tsx';
import { EraseAccountDialog } from './erase-account-dialog.tsx';
import { EraseAddressDialog } from './erase-address-dialog.tsx';

/** Milliseconds between two queries while an erasure goes on. */
const REFRESH = 10_000;
/** Rows of each list: the search of the API finds others. */
const MAX_ROWS = 100;

type Asked =
  | { readonly act: 'activate' | 'erase'; readonly account: DeactivatedAccount }
  | { readonly act: 'erase-user'; readonly user: DeactivatedUser }
  | { readonly act: 'erase-address' };

/** Deactivated accounts and users: what is kept of them is erased here, or by itself. */
export function DeactivatedTab() {
  const [{ data, error, fetching }, ask] = useQuery({
    query: DeactivatedDocument,
    variables: { first: MAX_ROWS },
    requestPolicy: 'cache-and-network',
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const { save } = useSaveFile(EXPORT_FAILED);
  const refresh = (): void => ask({ requestPolicy: 'network-only' });
  const close = (): void => setAsked(null);
  if (data === undefined && error !== undefined) {
    const failure = describeFailure(error);
    return <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />;
  }
  return (
    <Stack gap={4} padding={[3, 0, 6]} minHeight={0} overflowY="auto" aria-busy={fetching && data === undefined}>
      <Stack as="section" gap={2} aria-label="Accounts">
        <h2 className={styles['section']}>Accounts</h2>
        <NestedTable
          label="Deactivated accounts"
          columns={accountColumns({
            onActivate: (account) => setAsked({ act: 'activate', account }),
            onExport: ({ urlName }) => void save(accountExport(urlName)),
            onErase: (account) => setAsked({ act: 'erase', account }),
          })}
          rows={data?.deactivatedAccounts.nodes ?? []}
          loading={data === undefined}
          note="No account is deactivated. An account is deactivated on its own page."
        />
        <More connection={data?.deactivatedAccounts} />
      </Stack>
      <Stack as="section" gap={2} aria-label="Users">
        <h2 className={styles['section']}>Users</h2>
        <NestedTable
          label="Deactivated users"
          columns={userColumns((user) => setAsked({ act: 'erase-user', user }))}
          rows={data?.deactivatedUsers.nodes ?? []}
          loading={data === undefined}
          note="No user is deactivated. A user is deactivated on their own page."
        />
        <More connection={data?.deactivatedUsers} />
      </Stack>
      <Stack as="section" gap={2} aria-label="Addresses">
        <h2 className={styles['section']}>Addresses</h2>
        <Text as="p" tone="dim">
          Somebody who was invited and has not answered has no user. Their address is erased here.
        </Text>
        <Row>
          <Button onClick={() => setAsked({ act: 'erase-address' })}>Erase address</Button>
        </Row>
      </Stack>
      {data?.deactivatedAccounts.nodes.some(({ isBeingErased }) => isBeingErased) && <Refresh onRefresh={refresh} />}
      {asked?.act === 'activate' && (
        <ActivateAccountDialog account={asked.account} onClose={close} onActivated={refresh} />
      )}
      {asked?.act === 'erase' && <EraseAccountDialog account={asked.account} onClose={close} onBegun={refresh} />}
      {asked?.act === 'erase-user' && <EraseUserDialog user={asked.user} onClose={close} onErased={refresh} />}
      {asked?.act === 'erase-address' && <EraseAddressDialog onClose={close} />}
    </Stack>
  );
}

/** Asks again and again while it is shown and the page is visible. */
function Refresh({ onRefresh }: { readonly onRefresh: () => void }) {
  const latest = useLatest(onRefresh);
  const isVisible = useVisible();
  useEffect(() => {
    if (!isVisible) return;
    const timer = setInterval(() => latest.current(), REFRESH);
    return () => clearInterval(timer);
  }, [isVisible]);
  return null;
}

type Connection = DeactivatedQuery['deactivatedAccounts'] | DeactivatedQuery['deactivatedUsers'];

function More({ connection }: { readonly connection: Connection | undefined }) {
  return connection?.pageInfo.hasNextPage === true ? (
    <Text tone="dim">The first {MAX_ROWS} by name are shown.</Text>
  ) : null;
}
