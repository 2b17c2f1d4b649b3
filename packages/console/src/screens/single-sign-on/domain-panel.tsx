import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { AddSsoDomainDocument, VerifySsoDomainDocument } from '../../api/generated/documents/single-sign-on.ts';
import type { SsoDomainFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { CopyField } from './copy-field.tsx';
import styles from './single-sign-on.module.css';

type Domain = SsoDomainFactsFragment;
type Props = {
  readonly domains: readonly Domain[];
  readonly onRemove: (domain: Domain) => void;
  readonly onChanged: () => void;
};

const DOMAIN = /^[^\s@/]+\.[^\s@/.]+\.?$/;

/** The mail domains of the account, and the records that prove that it owns them. */
export function DomainPanel({ domains, onRemove, onChanged }: Props) {
  return (
    <Stack as="section" gap={4} padding={4} frame="large" className={styles['panel']} aria-labelledby="sso-domains">
      <Stack gap={1}>
        <Text as="h2" size="large" weight="strong" id="sso-domains">
          Mail domains
        </Text>
        <Text as="p" tone="dim">
          People whose address lies in a verified domain are led to the connection, and can enter the account by it.
        </Text>
      </Stack>
      {domains.map((domain) => (
        <DomainEntry key={domain.id} domain={domain} onRemove={onRemove} onChanged={onChanged} />
      ))}
      <AddDomain onAdded={onChanged} />
    </Stack>
  );
}

function DomainEntry({ domain, onRemove, onChanged }: Omit<Props, 'domains'> & { readonly domain: Domain }) {
  const { id, domain: name, record_name: record, record_value: value, verified, missing_since: missing } = domain;
  const isShown = verified === null || missing !== null;
  const { run, isPending } = useMutationAction(VerifySsoDomainDocument, {
    done: () => `${name} is verified`,
  });
  return (
    <Stack as="section" gap={3} padding={3} frame="normal" aria-label={name}>
      <Row gap={[2, 3]} align="center" wrap>
        <Text weight="medium" breakWords>
          {name}
        </Text>
        {verified === null ? (
          <StatusBadge tone="warning" label="Not verified" />
        ) : (
          <>
            <StatusBadge
              tone={missing === null ? 'completed' : 'warning'}
              label={missing === null ? 'Verified' : 'Record missing since'}
            />
            <Timestamp value={missing ?? verified} />
          </>
        )}
        <Row gap={2} atEnd>
          {verified === null && (
            <Button loading={isPending} aria-label={`Verify ${name}`} onClick={() => void run({ id }).then(onChanged)}>
              Verify
            </Button>
          )}
          <Button
            variant="subtle"
            leftSection={<IconTrash size={SMALL_ICON_SIZE} />}
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(domain)}
          >
            Remove
          </Button>
        </Row>
      </Row>
      {isShown && (
        <>
          <Text as="p" tone="dim" size="small">
            {missing === null
              ? `Add this TXT record to the DNS of ${name}, then verify. It can take minutes until it is seen.`
              : `Publish this TXT record in the DNS of ${name} again. Seven days after it went missing the domain counts no longer.`}
          </Text>
          <CopyField label="Name of the record" value={record} />
          <CopyField label="Value of the record" value={value} />
        </>
      )}
    </Stack>
  );
}

function AddDomain({ onAdded }: { readonly onAdded: () => void }) {
  const [domain, setDomain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { run, isPending } = useMutationAction(AddSsoDomainDocument, {
    done: () => 'Domain added',
  });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    if (!DOMAIN.test(domain.trim())) {
      setProblem('Enter a mail domain, such as example.com.');
      return field.current?.focus();
    }
    setProblem(null);
    if ((await run({ domain: domain.trim() })) === null) return field.current?.select();
    setDomain('');
    onAdded();
  };
  return (
    <Row as="form" gap={2} align="end" wrap noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field}
        className={styles['grow'] ?? ''}
        label="Domain"
        labelProps={{ mb: 'xs' }}
        placeholder="example.com"
        autoComplete="off"
        inputWrapperOrder={['label', 'error', 'input']}
        value={domain}
        error={problem}
        onChange={(event) => setDomain(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending}>
        Add domain
      </Button>
    </Row>
  );
}
