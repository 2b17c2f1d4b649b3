import { NativeSelect, Skeleton } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { ReceivedMailsDocument } from '../../api/generated/documents/mailbox.ts';
import type { ReceivedMailsQuery } from '../../api/generated/graphql.ts';
import { CardList } from '../../api/lists/card-list.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Box, Stack } from '../../ui/layout/layout.tsx';
import styles from './email-ingest.module.css';
import { EMAIL_INGEST_PARAMETERS, MAIL_OUTCOMES, type MailOutcome } from './email-ingest-parameters.ts';
import { MailCard } from './mail-card.tsx';

const PAGE_SIZE = 20;
const CARDS = 6;
const mailsOf = (data: ReceivedMailsQuery): ReceivedMailsQuery['received_mails'] => data.received_mails;

const LABELS: Readonly<Record<MailOutcome, string>> = {
  unmatched: 'No rule fits',
  matched: 'A rule fits',
  rejected: 'Rejected',
  all: 'All mail',
};
const OPTIONS = MAIL_OUTCOMES.map((value) => ({ value, label: LABELS[value] }));

/** The mail that the account has received, the newest first; without other choice, what no rule took. */
export function MailTab() {
  const [{ outcome, mailId }, change] = useUrlState<typeof EMAIL_INGEST_PARAMETERS>(EMAIL_INGEST_PARAMETERS);
  const [isScrolled, setIsScrolled] = useState(false);
  const connection = useConnection({
    title: 'Received mail',
    document: ReceivedMailsDocument,
    variables: outcome === 'all' ? {} : { outcome },
    pageSize: PAGE_SIZE,
    select: mailsOf,
    held: isScrolled,
  });
  return (
    <>
      <Box padding={[0, 5]}>
        <NativeSelect
          aria-label="Show mail"
          className={styles['outcome'] ?? ''}
          data={OPTIONS}
          value={outcome}
          onChange={(event) => {
            const chosen = MAIL_OUTCOMES.find((each) => each === event.currentTarget.value);
            change({ outcome: chosen ?? 'unmatched', mailId: '' });
          }}
        />
      </Box>
      <CardList
        label="Mail"
        nouns="mails"
        connection={connection}
        onScrolled={setIsScrolled}
        skeleton={(count) => <Placeholders count={count} />}
        empty={
          outcome === 'unmatched' ? (
            <EmptyState title="No Mail">
              All received mail matches a rule. Mail that matches none is kept here for 90 days.
            </EmptyState>
          ) : (
            <EmptyState title="No Mail">Mail to the recipients of the account is listed here.</EmptyState>
          )
        }
      >
        {connection.rows.map((mail) => (
          <MailCard
            key={mail.id}
            mail={mail}
            isOpen={mail.id === mailId}
            onToggle={() => change({ mailId: mail.id === mailId ? '' : mail.id })}
            onReplayed={connection.refresh}
          />
        ))}
      </CardList>
    </>
  );
}

function Placeholders({ count = CARDS }: { readonly count?: number | undefined }) {
  return (
    <Stack gap={3} aria-busy="true">
      {Array.from({ length: count }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Stack gap={3} padding={[3, 4]} minWidth={0} frame="normal" key={card} className={styles['card']}>
          <Skeleton height="var(--text-large)" width="60%" />
        </Stack>
      ))}
    </Stack>
  );
}
