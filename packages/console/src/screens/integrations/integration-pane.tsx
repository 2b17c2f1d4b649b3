import { Button } from '@mantine/core';
import { findIntegrationType, type IntegrationType } from '@switchboard/model';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { usePermission } from '../../api/session/session.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { IntegrationFacts } from './integration-facts.tsx';
import { IntegrationForm } from './integration-form.tsx';
import { IntegrationStatus } from './integration-list.tsx';
import styles from './integrations.module.css';
import type { Integration } from './integrations-view.ts';
import { RemoveButton } from './remove-button.tsx';
import { TestMessageButton } from './test-message-button.tsx';

type FrameProps = {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** What stands beside the list. */
export function Pane({ title, aside, actions, children }: FrameProps) {
  return (
    <section className={styles['pane']} aria-label={title}>
      <div className={styles['paneHead']}>
        <h2 className={styles['paneTitle']}>{title}</h2>
        {aside}
        {actions}
      </div>
      {children}
    </section>
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
  if (isReloading && integration.version !== opened.version) {
    setIsReloading(false);
    setOpened(integration);
  }
  return (
    <Pane
      title={integration.label}
      aside={<IntegrationStatus status={integration.status} />}
      actions={mayManage && <RemoveButton integration={integration} onRemoved={onLeave} />}
    >
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
          onReload={() => {
            setIsReloading(true);
            onChanged();
          }}
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

/** mode=connect: a workspace is connected by its token. */
export function ConnectIntegration({ type, addLink }: { readonly type: IntegrationType; readonly addLink: string }) {
  return (
    <Pane title={`Connect ${type.displayName}`}>
      <EmptyState
        title={`${type.displayName} is connected by a token here.`}
        actions={
          <Button component={Link} to={addLink} variant="filled">
            Enter a token
          </Button>
        }
      >
        Signing in at the other side needs an app that is registered there, and this installation has none.
      </EmptyState>
    </Pane>
  );
}
