import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { AuditEntriesDocument } from '../../api/generated/documents/audit-log.ts';
import type { AuditEntriesQuery } from '../../api/generated/graphql.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { usePreferences } from '../../api/preferences/preferences.ts';
import { AuditListPage } from '../../entities/audit/audit-list-page.tsx';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { AUDIT_LOG_COLUMNS } from './audit-log-columns.tsx';
import { AUDIT_LOG_PARAMETERS, auditLogCsv, auditLogVariables, CLEARED, KINDS, kindLabel } from './audit-log-view.ts';

const SideDrawer = lazyLayer(async () => (await import('../../ui/page/side-drawer.tsx')).SideDrawer);
const AuditSettings = lazyLayer(async () => (await import('./settings/audit-settings.tsx')).AuditSettings);

const NO_FILTERS = [] as const;
const KIND_OPTIONS = KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) }));
const entriesOf = (data: AuditEntriesQuery): AuditEntriesQuery['audit_entries'] => data.audit_entries;

/** /audit: the security-relevant acts in the account, the newest first. */
export function AuditLogPage() {
  const [filter, change] = useUrlState<typeof AUDIT_LOG_PARAMETERS>(AUDIT_LOG_PARAMETERS);
  useInvalidParameters(NO_FILTERS, AUDIT_LOG_PARAMETERS);
  const { preferences, setDrawerWidth } = usePreferences();
  const variables = useMemo(() => auditLogVariables(filter), [filter]);
  return (
    <AuditListPage
      grid="auditLog"
      document={AuditEntriesDocument}
      variables={variables}
      select={entriesOf}
      columns={AUDIT_LOG_COLUMNS}
      csv={auditLogCsv}
      filter={filter}
      kinds={KIND_OPTIONS}
      texts={[
        { name: 'person', placeholder: 'By: email', value: filter.person },
        { name: 'target', placeholder: 'Concerns: name or email', value: filter.target },
        { name: 'address', placeholder: 'Address', value: filter.address },
      ]}
      onFilter={change}
      onText={(name, word) => change({ [name]: word })}
      onClear={() => change(CLEARED)}
      emptyTitle="Nothing was recorded yet"
      emptyText="Changes of users, keys, tokens and rules, publications and exports appear here."
      commands={<Button onClick={() => change({ settings: true })}>Streams and retention</Button>}
      drawer={
        filter.settings && (
          <SideDrawer
            width={preferences.drawerWidth}
            onWidthChange={setDrawerWidth}
            onClose={() => change({ settings: false })}
          >
            <AuditSettings />
          </SideDrawer>
        )
      }
    />
  );
}
