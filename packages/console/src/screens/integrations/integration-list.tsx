import { findIntegrationType } from '@switchboard/model/integrations/integration-types';
import { Link } from 'react-router';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import styles from './integrations.module.css';
import { type Integration, receiversText } from './integrations-view.ts';

/** The status of an integration as people see it. */
export function IntegrationStatus({ status }: { readonly status: string }) {
  if (status === 'active') return <StatusBadge tone="completed" label="Active" />;
  if (status === 'degraded') return <StatusBadge tone="warning" label="Degraded" tip="Something cannot be sent." />;
  return <StatusBadge tone="inactive" label="Unknown" tip="This version does not know the type." />;
}

type Props = {
  readonly integrations: readonly Integration[];
  /** Id of the one that is shown beside the list. */
  readonly selected: string;
  readonly linkTo: (id: string) => string;
};

/** The account's integrations, each a link to its form. */
export function IntegrationList({ integrations, selected, linkTo }: Props) {
  return (
    <Stack as="ul" gap={2} aria-label="Integrations">
      {integrations.map((integration) => {
        const { id, integration_type: name, status, public_authorization: of } = integration;
        const type = findIntegrationType(name);
        const details = [of.team_name ?? of.name, receiversText(type, integration)].filter(Boolean).join(' · ');
        return (
          <li key={id}>
            <Link to={linkTo(id)} className={styles['entry'] ?? ''} aria-current={id === selected ? 'true' : undefined}>
              <Text weight="medium" truncate>
                {type?.displayName ?? name}
              </Text>
              <IntegrationStatus status={status} />
              <span className={styles['entryDetails']}>{details}</span>
            </Link>
          </li>
        );
      })}
    </Stack>
  );
}
