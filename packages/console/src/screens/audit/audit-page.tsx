import { useMemo } from 'react';
import { AdminActsDocument } from '../../api/generated/documents/audit.ts';
import type { AdminActsQuery } from '../../api/generated/graphql.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { AuditListPage } from '../../entities/audit/audit-list-page.tsx';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { auditCsv } from './audit-csv.ts';
import { ACT_KINDS, ACT_LABELS, AUDIT_PARAMETERS, auditVariables } from './audit-view.ts';

const NO_FILTERS = [] as const;
const PARENTS = [{ label: 'Admin', to: '/admin' }];
const KIND_OPTIONS = ACT_KINDS.map((kind) => ({ value: kind, label: ACT_LABELS[kind] }));
const CLEARED = { kinds: [], account: '', person: '', subject: '', createdAfter: null, createdBefore: null };
const actsOf = (data: AdminActsQuery): AdminActsQuery['admin_acts'] => data.admin_acts;

/** /admin/audit: what administrators changed, the newest first. */
export function AuditPage() {
  usePageTitle('Audit log', 'Admin');
  const [filter, change] = useUrlState<typeof AUDIT_PARAMETERS>(AUDIT_PARAMETERS);
  useInvalidParameters(NO_FILTERS, AUDIT_PARAMETERS);
  const variables = useMemo(() => auditVariables(filter), [filter]);
  return (
    <AuditListPage
      grid="adminActs"
      document={AdminActsDocument}
      variables={variables}
      select={actsOf}
      columns={AUDIT_COLUMNS}
      csv={auditCsv}
      filter={filter}
      kinds={KIND_OPTIONS}
      texts={[
        { name: 'person', placeholder: 'By: email', value: filter.person },
        { name: 'subject', placeholder: 'User: email', value: filter.subject },
        { name: 'account', placeholder: 'Account: url name', value: filter.account },
      ]}
      onFilter={change}
      onText={(name, word) => change({ [name]: word })}
      onClear={() => change(CLEARED)}
      emptyTitle="Nothing was changed yet"
      emptyText="What administrators change of accounts and users appears here."
      above={<Breadcrumbs parents={PARENTS} current="Audit log" />}
    />
  );
}
