import { Button, Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { SetSsoOnlyDocument } from '../../api/generated/documents/single-sign-on.ts';
import type { SsoFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { useNow } from '../../lib/use-now.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { type Connection, formOf } from './connection-form.ts';
import { certificateState, connectionState, missingForOnly } from './connection-state.ts';
import { CopyField } from './copy-field.tsx';
import styles from './single-sign-on.module.css';

type Props = {
  readonly connection: Connection;
  readonly facts: SsoFactsFragment;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onChanged: () => void;
};

/** A connection: its state, the addresses to enter at its provider, and whether it is the only way to sign in. */
export function ConnectionPanel({ connection, facts, onEdit, onRemove, onChanged }: Props) {
  const { id, name, kind, callback_url: callback, entity_id: entityId, sign_in_url: link } = connection;
  const { tone, label } = connectionState(connection);
  return (
    <Stack as="section" gap={4} padding={4} frame="large" className={styles['panel']} aria-labelledby={`sso-${id}`}>
      <Row gap={[2, 3]} align="center" wrap>
        <Text as="h2" size="large" weight="strong" id={`sso-${id}`} breakWords>
          {name}
        </Text>
        <StatusBadge tone={tone} label={label} />
        <Text tone="dim">{kind === 'SAML' ? 'SAML 2.0' : 'OpenID Connect'}</Text>
        <Row gap={2} atEnd>
          <Button leftSection={<IconPencil size={SMALL_ICON_SIZE} />} aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconTrash size={SMALL_ICON_SIZE} />}
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </Row>
      </Row>
      <Stack gap={3}>
        <Text as="h3" size="body" weight="strong">
          Enter at the provider
        </Text>
        {entityId !== null && entityId !== undefined && (
          <CopyField label="Entity ID (audience)" value={entityId} description="Also the address of the metadata." />
        )}
        <CopyField
          label={kind === 'SAML' ? 'Assertion consumer service' : 'Redirect URI'}
          value={callback}
          {...(kind === 'SAML' ? { description: 'Also called ACS, reply or single sign-on URL.' } : {})}
        />
        {kind === 'SAML' && (
          <Text as="p" tone="dim" size="small">
            Let the provider sign assertions with SHA-256, not encrypt them, and send a persistent NameID and the
            attributes email and displayName.
          </Text>
        )}
        <CopyField
          label="Sign-in link"
          value={link}
          description="Opens the provider at once: for a bookmark or a tile in its portal."
        />
      </Stack>
      <ProviderFacts connection={connection} />
      <OnlySwitch connection={connection} facts={facts} onChanged={onChanged} />
    </Stack>
  );
}

function ProviderFacts({ connection }: { readonly connection: Connection }) {
  const now = useNow(60_000);
  const { certificates, default_role: role, first_used: used } = connection;
  const settings = connection.settings as Readonly<Record<string, unknown>>;
  const provider = settings['issuer'] ?? settings['entity_id'];
  const groups = new Set(formOf(connection).groupRoles.map(({ group }) => group)).size;
  return (
    <Facts>
      <Fact label="Provider">
        {typeof provider === 'string' ? (
          <Text breakWords mono size="small">
            {provider}
          </Text>
        ) : (
          <Text tone="faint">Its metadata is missing</Text>
        )}
      </Fact>
      {certificates.map(({ subject, fingerprint, expires }) => {
        const state = certificateState(expires, now);
        return (
          <Fact key={fingerprint} label="Certificate">
            <Row gap={[1, 2]} align="center" wrap>
              <Text breakWords data-tip={`SHA-256 ${fingerprint}`}>
                {subject}
              </Text>
              <StatusBadge tone={state.tone} label={state.label} />
              <Timestamp value={expires} />
            </Row>
          </Fact>
        );
      })}
      <Fact label="Default role">{role ?? <Text tone="faint">None: new people are not added</Text>}</Fact>
      <Fact label="Roles by group">
        {groups === 0 ? <Text tone="faint">None</Text> : `${groups} ${groups === 1 ? 'group' : 'groups'}`}
      </Fact>
      <Fact label="First sign-in">
        {used === null || used === undefined ? <Text tone="faint">Not yet</Text> : <Timestamp value={used} />}
      </Fact>
    </Facts>
  );
}

function OnlySwitch({ connection, facts, onChanged }: Pick<Props, 'connection' | 'facts' | 'onChanged'>) {
  const { id, sso_only: isOnly } = connection;
  const missing = missingForOnly(connection, facts);
  const { run, isPending } = useMutationAction(SetSsoOnlyDocument, {
    done: (_data, { sso_only: asked }) =>
      asked ? 'People sign in only through this connection now' : 'People sign in by password again',
  });
  return (
    <Stack gap={2}>
      <Switch
        label="Single sign-on only"
        description="People of the verified domains sign in only through this connection. Passwords and passkeys stay open to break-glass administrators, who need a second factor."
        checked={isOnly}
        disabled={isPending || (!isOnly && missing.length > 0)}
        onChange={(event) => void run({ id, sso_only: event.currentTarget.checked }).then(onChanged)}
      />
      {!isOnly && missing.length > 0 && (
        <div>
          <Text as="p" tone="dim" size="small">
            Before you can switch it on:
          </Text>
          <ul className={styles['steps']} aria-label="Missing for single sign-on only">
            {missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}
