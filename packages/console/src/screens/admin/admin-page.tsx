import { IconArrowRight, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AccountsDocument } from '../../api/generated/documents/accounts.ts';
import type { AccountsQuery, AdministeredAccountFragment } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import type { RowAction } from '../../ui/data-table/types.ts';
import { Page } from '../../ui/page/page.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { ACCOUNT_COLUMNS, consolePath } from './account-columns.tsx';
import { ADMIN_PARAMETERS } from './admin-view.ts';

const TITLE = 'Accounts';
const PAGE_SIZE = 50;
const NO_FILTERS = [] as const;
const NO_VARIABLES = {};
const accountsOf = (data: AccountsQuery): AccountsQuery['accountsV2'] => data.accountsV2;
const nothing = (): void => undefined;

/** /admin: the active accounts of the installation. */
export function AdminPage() {
  usePageTitle(TITLE, 'Admin');
  const navigate = useNavigate();
  const [, change] = useUrlState<typeof ADMIN_PARAMETERS>(ADMIN_PARAMETERS);
  useInvalidParameters(NO_FILTERS, ADMIN_PARAMETERS, change);
  const [layout, setLayout] = useGridLayout('accounts');
  const [isScrolled, setIsScrolled] = useState(false);
  const connection = useConnection({
    title: TITLE,
    document: AccountsDocument,
    variables: NO_VARIABLES,
    pageSize: PAGE_SIZE,
    select: accountsOf,
    held: isScrolled,
  });
  const open = (account: AdministeredAccountFragment): void => void navigate(consolePath(account));
  const actions = (account: AdministeredAccountFragment): readonly RowAction[] => [
    { label: 'Open the console', icon: <IconArrowRight size={ICON_SIZE} />, run: () => open(account) },
    { label: 'Copy url name', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(account.urlName) },
  ];
  return (
    <Page
      title={TITLE}
      actions={<ColumnsButton columns={ACCOUNT_COLUMNS} hasActions layout={layout} onLayoutChange={setLayout} />}
    >
      <ConnectionGrid
        label={TITLE}
        columns={ACCOUNT_COLUMNS}
        actions={actions}
        rowName={(account) => account.name}
        connection={connection}
        layout={layout}
        onLayoutChange={setLayout}
        onScrolledChange={setIsScrolled}
        onOpen={open}
        emptyTitle="There are no active accounts"
        emptyText="Accounts appear here once they are made."
        narrowing="none"
        onClearFilters={nothing}
      />
    </Page>
  );
}
