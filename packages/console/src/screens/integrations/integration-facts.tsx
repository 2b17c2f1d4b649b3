import type { IntegrationType } from '@switchboard/model/integrations/integration-types';
import { Banner } from '../../ui/feedback/banner.tsx';
import { STORED_SECRET } from '../../ui/form/stored-secret.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Fact, Facts, Unset } from '../../ui/text/facts.tsx';
import { flagsText, recordOf } from './form-state.ts';
import styles from './integrations.module.css';
import type { Integration } from './integrations-view.ts';

type Props = { readonly type: IntegrationType; readonly integration: Integration };

/** An integration as people see it who may not change it. */
export function IntegrationFacts({ type, integration }: Props) {
  const values = { ...recordOf(integration.configuration), ...recordOf(integration.public_authorization) };
  const { error } = integration.public_authorization;
  const { target } = type;
  return (
    <Stack gap={5} width="full" className={styles['form']}>
      {error != null && <Banner tone="error" title={error} />}
      <Facts>
        {type.fields.map(({ name, label, secret }) => (
          <Fact key={name} label={label}>
            {secret === true ? STORED_SECRET : <Shown value={values[name]} />}
          </Fact>
        ))}
      </Facts>
      <Stack as="section" gap={3} minWidth={0} aria-label="Notices">
        <Text as="h3" size="body" weight="strong">
          {target.kind === 'none' ? 'What is sent' : 'What is sent where'}
        </Text>
        {integration.filters.length === 0 && (
          <Text as="p" tone="dim">
            Nothing is sent yet.
          </Text>
        )}
        <Stack as="ul" gap={2}>
          {integration.filters.map(({ id, configuration, ...flags }) => (
            <Row as="li" gap={[1, 3]} wrap padding={[2, 0]} key={id} className={styles['receiver']}>
              {target.kind !== 'none' && (
                <strong>
                  {target.kind === 'channel' ? `#${configuration.channel_name ?? ''}` : configuration[target.field]}
                </strong>
              )}
              <span>{flagsText(flags)}</span>
              {configuration.error != null && <p className={styles['problem']}>{configuration.error}</p>}
            </Row>
          ))}
        </Stack>
      </Stack>
    </Stack>
  );
}

function Shown({ value }: { readonly value: unknown }) {
  if (value === true) return 'Yes';
  return typeof value === 'string' && value !== '' ? value : <Unset />;
}
