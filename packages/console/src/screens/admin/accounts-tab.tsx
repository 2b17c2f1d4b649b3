import { Button } from '@mantine/core';
import { IconArrowRight, IconClockX, IconCopy, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AccountsDocument } from '../../api/generated/documents/accounts.ts';
import type { AccountsQuery, AdministeredAccountFragment } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { usePerson } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import type { RowAction } from '../../ui/data-table/types.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { ACCOUNT_COLUMNS, accountPath, consolePath } from './account-columns.tsx';

const AddAccountDialog = lazyLayer(async () => (await import('./add-account-dialog.tsx')).AddAccountDialog);

const KeptDataDialog = lazyLayer(async () => (await import('./kept-data/kept-data-dialog.tsx')).KeptDataDialog);

const PAGE_SIZE = 50;
const NO_VARIABLES = {};
const accountsOf = (data: AccountsQuery): AccountsQuery['accountsV2'] => data.accountsV2;
const nothing = (): void => undefined;

/** The active accounts of the installation. */
export function AccountsTab() {
  const navigate = useNavigate();
  const { permissions } = usePerson();
  const [layout, setLayout] = useGridLayout('accounts');
  const [isScrolled, setIsScrolled] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const [kept, setKept] = useState<AdministeredAccountFragment | null>(null);
  const isOperator = permissions.has('manage-accounts');
  const connection = useConnection({
    title: 'Accounts',
    document: AccountsDocument,
    variables: NO_VARIABLES,
    pageSize: PAGE_SIZE,
    select: accountsOf,
    held: isScrolled,
  });
  const open = (account: AdministeredAccountFragment): void => void navigate(accountPath(account));
  const actions = (account: AdministeredAccountFragment): readonly RowAction[] => [
    { label: 'View details', icon: <IconListDetails size={ICON_SIZE} />, run: () => open(account) },
    {
      label: 'Open the console',
      icon: <IconArrowRight size={ICON_SIZE} />,
      run: () => void navigate(consolePath(account)),
    },
    { label: 'Copy url name', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(account.urlName) },
    ...(isOperator ? [{ label: 'Kept data', icon: <IconClockX size={ICON_SIZE} />, run: () => setKept(account) }] : []),
  ];
  return (
    <>
      <Row gap={2} justify="end" paddingBlock={3}>
        <ColumnsButton columns={ACCOUNT_COLUMNS} hasActions layout={layout} onLayoutChange={setLayout} />
        {isOperator && (
          <Button variant="filled" leftSection={<IconPlus size={ICON_SIZE} />} onClick={() => setIsAdding(true)}>
            Add account
          </Button>
        )}
      </Row>
      <ConnectionGrid
        label="Accounts"
        columns={ACCOUNT_COLUMNS}
        actions={actions}
        rowName={(account) => account.name}
        connection={connection}
        layout={layout}
        onLayoutChange={setLayout}
        onScrolledChange={setIsScrolled}
        onOpen={open}
        emptyTitle="There are no active accounts"
        emptyText="Accounts appear here once they are added."
        narrowing="none"
        onClearFilters={nothing}
      />
      {isAdding && <AddAccountDialog onClose={() => setIsAdding(false)} onSaved={connection.refresh} />}
      {kept !== null && <KeptDataDialog account={kept} onClose={() => setKept(null)} />}
    </>
  );
}
