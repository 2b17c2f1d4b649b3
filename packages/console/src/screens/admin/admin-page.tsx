import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { usePerson } from '../../api/session/session.ts';
import styles from '../../entities/administration/administration.module.css';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanels } from '../../ui/page/tab-panels.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { AccountsTab } from './accounts-tab.tsx';
import { ADMIN_PARAMETERS } from './admin-view.ts';
import { UsersTab } from './users-tab.tsx';

const InstallationTab = lazyComponent(async () => (await import('./installation-tab.tsx')).InstallationTab);
const DeactivatedTab = lazyComponent(async () => (await import('./deactivated-tab.tsx')).DeactivatedTab);
const TITLES = {
  accounts: 'Accounts',
  users: 'Users',
  deactivated: 'Deactivated',
  installation: 'Installation',
} as const;
/** The tabs of who may deactivate accounts. */
const OPERATED: readonly TabName[] = ['deactivated', 'installation'];
type TabName = keyof typeof TITLES;

const NO_FILTERS = [] as const;

const isTabName = (name: string): name is TabName => name in TITLES;

/** /admin: the active accounts and users of the installation, and how it does. */
export function AdminPage() {
  const [{ currentTab }, change] = useUrlState<typeof ADMIN_PARAMETERS>(ADMIN_PARAMETERS);
  useInvalidParameters(NO_FILTERS, ADMIN_PARAMETERS);
  const { permissions } = usePerson();
  const isOperator = permissions.has('manage-accounts');
  const asked = isTabName(currentTab) ? currentTab : 'accounts';
  const active = OPERATED.includes(asked) && !isOperator ? 'accounts' : asked;
  usePageTitle(TITLES[active], 'Admin');
  return (
    <Page
      title="Admin"
      actions={
        isOperator && (
          <Button component={Link} to="/admin/audit" leftSection={<IconHistory size={ICON_SIZE} />}>
            Audit log
          </Button>
        )
      }
    >
      <Stack paddingInline={5} minHeight={0} flex={1} className={styles['tabs']}>
        <TabPanels
          label="Administration"
          isTall
          active={active}
          onChange={(name) => change({ currentTab: isTabName(name) ? name : 'accounts' })}
          tabs={[
            { name: 'accounts', label: 'Accounts', content: active === 'accounts' && <AccountsTab /> },
            { name: 'users', label: 'Users', content: active === 'users' && <UsersTab /> },
            ...(isOperator
              ? [
                  {
                    name: 'deactivated',
                    label: 'Deactivated',
                    content: active === 'deactivated' && <DeactivatedTab />,
                  },
                  {
                    name: 'installation',
                    label: 'Installation',
                    content: active === 'installation' && <InstallationTab />,
                  },
                ]
              : []),
          ]}
        />
      </Stack>
    </Page>
  );
}
