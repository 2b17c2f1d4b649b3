import { Button } from '@mantine/core';
import { formatBytes } from '@switchboard/model/format';
import type { StatusTone } from '@switchboard/model/status/status';
import { Fragment, type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { ReceivedMailDocument, ReplayMailDocument } from '../../api/generated/documents/mailbox.ts';
import type { MailCardFragment, ReceivedMailQuery } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import styles from './email-ingest.module.css';
import { draftFor } from './recipient.ts';

const RuleDialog = lazyLayer(async () => (await import('./rule-dialog.tsx')).RuleDialog);

type Props = {
  readonly mail: MailCardFragment;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onReplayed: () => void;
};

const OUTCOMES: Readonly<Record<string, { readonly tone: StatusTone; readonly label: string }>> = {
  matched: { tone: 'completed', label: 'Matched' },
  unmatched: { tone: 'warning', label: 'No rule' },
  rejected: { tone: 'error', label: 'Rejected' },
};

/** A received mail; open, with its headers, its files and what can be done with it. */
export function MailCard({ mail, isOpen, onToggle, onReplayed }: Props) {
  const { tone, label } = OUTCOMES[mail.outcome] ?? { tone: 'inactive', label: mail.outcome };
  const subject = mail.subject === '' ? 'No subject' : mail.subject;
  return (
    <Stack as="li" gap={3} padding={[3, 4]} minWidth={0} frame="normal" className={styles['card']} aria-label={subject}>
      <button type="button" className={styles['mail']} aria-expanded={isOpen} onClick={onToggle}>
        <Text weight="strong" breakWords>
          {subject}
        </Text>
        <StatusBadge tone={tone} label={label} />
        <span className={styles['sender']}>
          {mail.sender} to {mail.recipient}
        </span>
        <Timestamp value={mail.received} />
      </button>
      {isOpen && <MailDetails mail={mail} onReplayed={onReplayed} />}
    </Stack>
  );
}

type Details = NonNullable<ReceivedMailQuery['received_mail']>;

function MailDetails({ mail, onReplayed }: Pick<Props, 'mail' | 'onReplayed'>) {
  const [{ data, error, fetching }, refetch] = useQuery({ query: ReceivedMailDocument, variables: { id: mail.id } });
  const [isAdding, setIsAdding] = useState(false);
  const { run, isPending } = useMutationAction(ReplayMailDocument, {
    done: ({ replay_received_mail: replayed }) =>
      'path' in replayed ? `Mail replayed to ${replayed.path}` : 'Mail replayed',
  });
  const failure = error === undefined ? null : describeFailure(error);
  const details = data?.received_mail;
  return (
    <Stack gap={3} align="start" className={styles['details']} aria-busy={fetching}>
      {failure !== null && (
        <ErrorState
          title={GENERIC_FAILURE}
          failure={failure}
          onRetry={() => refetch({ requestPolicy: 'network-only' })}
        />
      )}
      {details === null && (
        <Text as="p" tone="dim">
          The mail was removed.
        </Text>
      )}
      {details != null && <MailFacts mail={details} />}
      {mail.outcome !== 'rejected' && (
        <Row gap={1} justify="end" className={styles['actions']}>
          <Button onClick={() => setIsAdding(true)}>Add rule from this mail</Button>
          {mail.outcome === 'unmatched' && (
            <Button
              variant="filled"
              loading={isPending}
              data-tip="Gives the mail the path of the first rule that fits it now"
              onClick={async () => {
                if ((await run({ id: mail.id })) !== null) onReplayed();
              }}
            >
              Replay
            </Button>
          )}
        </Row>
      )}
      {isAdding && (
        <RuleDialog
          recipient={{ email: mail.recipient }}
          rule={null}
          draft={draftFor(mail)}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Stack>
  );
}

function MailFacts({ mail }: { readonly mail: Details }) {
  const entries: readonly (readonly [string, ReactNode])[] = [
    ['From', mail.sender],
    ['Envelope sender', mail.envelope_sender],
    ['Message-ID', mail.message_id],
    ['Size', formatBytes(mail.bytes)],
    ['Destination', mail.path],
    ['Reason', mail.reason],
    ['Sender checks', mail.spf && `SPF ${mail.spf}, DKIM ${mail.dkim}, DMARC ${mail.dmarc}`],
  ];
  return (
    <>
      {mail.forged && (
        <p role="note" className={styles['held']}>
          No rule takes this mail: it may not come from {mail.sender}. Replay it if you know that it does.
        </p>
      )}
      <dl className={styles['facts']}>
        {entries.map(
          ([term, description]) =>
            description !== null &&
            description !== '' && (
              <Fragment key={term}>
                <dt>{term}</dt>
                <dd>{description}</dd>
              </Fragment>
            ),
        )}
      </dl>
      {mail.files.length > 0 && (
        <Stack as="ul" gap={1} breakWords aria-label="Files">
          {mail.files.map(({ name, kind, content_type: type, bytes }) => (
            <li key={name}>
              <span className={styles['path']}>{name}</span> {kind === 'attachment' ? type : `body, ${type}`},{' '}
              {formatBytes(bytes)}
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}
