import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { usePerson } from '../../api/session/session.ts';
import styles from '../../entities/administration/administration.module.css';
import { usePageTitle } from '../../lib/document-head.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { Page } from '../../ui/page/page.tsx';
import { TabPanels } from '../../ui/page/tab-panels.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { AccountsTab } from './accounts-tab.tsx';
import { ADMIN_PARAMETERS } from './admin-view.ts';
import { UsersTab } from './users-tab.tsx';

const NO_FILTERS = [] as const;

/** /admin: the active accounts and users of the installation. */
export function AdminPage() {
  const [{ currentTab }, change] = useUrlState<typeof ADMIN_PARAMETERS>(ADMIN_PARAMETERS);
  useInvalidParameters(NO_FILTERS, ADMIN_PARAMETERS, change);
  usePageTitle(currentTab === 'users' ? 'Users' : 'Accounts', 'Admin');
  const { permissions } = usePerson();
  return (
    <Page
      title="Admin"
      actions={
        permissions.has('manage-accounts') && (
          <Button component={Link} to="/admin/audit" leftSection={<IconHistory size={ICON_SIZE} />}>
            Audit log
          </Button>
        )
      }
    >
      <div className={styles['tabs']}>
        <TabPanels
          label="Administration"
          isTall
          active={currentTab}
          onChange={(name) => change({ currentTab: name === 'users' ? 'users' : 'accounts' })}
          tabs={[
            { name: 'accounts', label: 'Accounts', content: currentTab === 'accounts' && <AccountsTab /> },
            { name: 'users', label: 'Users', content: currentTab === 'users' && <UsersTab /> },
          ]}
        />
      </div>
    </Page>
  );
}
