import { Button } from '@mantine/core';
import { findIntegrationType, type IntegrationType } from '@switchboard/model/integrations/integration-types';
import { IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { IntegrationFacts } from './integration-facts.tsx';
import { IntegrationForm } from './integration-form.tsx';
import { IntegrationStatus } from './integration-list.tsx';
import styles from './integrations.module.css';
import type { Integration } from './integrations-view.ts';
import { RemoveButton } from './remove-button.tsx';
import { TestMessageButton } from './test-message-button.tsx';
import { useConnectIntegration, useOffersSignIn } from './use-connect-integration.tsx';

type FrameProps = {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** Pane beside the list. */
export function Pane({ title, aside, actions, children }: FrameProps) {
  return (
    <Stack as="section" gap={4} width="full" className={styles['pane']} aria-label={title}>
      <Row gap={[2, 3]} align="center" wrap minHeight="control">
        <Text as="h2" size="large" weight="strong" breakWords>
          {title}
        </Text>
        {aside}
        {actions}
      </Row>
      {children}
    </Stack>
  );
}

type StoredProps = {
  readonly integration: Integration;
  readonly onChanged: () => void;
  readonly onLeave: () => void;
};

/** A stored integration: its form, or its values for people who may not change it. */
export function StoredIntegration({ integration, onChanged, onLeave }: StoredProps) {
  const mayManage = usePermission('manage-integrations');
  const type = findIntegrationType(integration.integration_type);
  // What is edited stays as it was opened: a change from elsewhere must not replace the input.
  const [opened, setOpened] = useState(integration);
  const [isReloading, setIsReloading] = useState(false);
  const offersSignIn = useOffersSignIn(type);
  const reload = (): void => {
    setIsReloading(true);
    onChanged();
  };
  const connection = useConnectIntegration({ type, stored: integration.id, onConnected: reload });
  if (isReloading && integration.version !== opened.version) {
    setIsReloading(false);
    setOpened(integration);
  }
  return (
    <Pane
      title={integration.label}
      aside={<IntegrationStatus status={integration.status} />}
      actions={
        mayManage && (
          <Row gap={2} wrap atEnd>
            {offersSignIn === true && (
              <Button leftSection={<IconPlugConnected size={ICON_SIZE} />} onClick={connection.connect}>
                Reconnect
              </Button>
            )}
            <RemoveButton integration={integration} onRemoved={onLeave} />
          </Row>
        )
      }
    >
      {connection.status}
      {type === undefined && (
        <EmptyState title={`This version does not know the integration type ${integration.integration_type}.`}>
          It cannot be edited here.
        </EmptyState>
      )}
      {type !== undefined && !mayManage && <IntegrationFacts type={type} integration={integration} />}
      {type !== undefined && mayManage && (
        <IntegrationForm
          key={opened.version}
          type={type}
          opened={opened}
          present={integration}
          onSaved={(saved) => {
            setOpened(saved);
            onChanged();
          }}
          actionsOf={({ id }) =>
            type.name !== 'test' &&
            id !== null && <TestMessageButton integration={integration.id} filter={id} onTried={onChanged} />
          }
          onCancel={onLeave}
          onReload={reload}
        />
      )}
    </Pane>
  );
}

type NewProps = {
  readonly type: IntegrationType;
  readonly onSaved: (saved: Integration) => void;
  readonly onCancel: () => void;
};

/** The form of a new integration. */
export function NewIntegration({ type, onSaved, onCancel }: NewProps) {
  return (
    <Pane title={`Add ${type.displayName}`}>
      <IntegrationForm
        type={type}
        opened={null}
        present={null}
        onSaved={onSaved}
        onCancel={onCancel}
        onReload={() => undefined}
      />
    </Pane>
  );
}
