import { Button, Skeleton } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { useState } from 'react';
import { RecipientsDocument } from '../../api/generated/documents/email-ingest.ts';
import type { RecipientsQuery } from '../../api/generated/graphql.ts';
import { CardList } from '../../api/lists/card-list.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useSession } from '../../api/session/session.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Box, Stack } from '../../ui/layout/layout.tsx';
import styles from './email-ingest.module.css';
import { EMAIL_INGEST_PARAMETERS } from './email-ingest-parameters.ts';
import type { Recipient } from './recipient.ts';
import { RecipientCard } from './recipient-card.tsx';

const RecipientDialog = lazyLayer(async () => (await import('./recipient-dialog.tsx')).RecipientDialog);

const PAGE_SIZE = 50;
const CARDS = 4;
const recipientsOf = (data: RecipientsQuery): RecipientsQuery['recipients'] => data.recipients;

type Props = {
  /** Domain of the addresses, after the @; undefined until it has loaded. */
  readonly domain: string | undefined;
  readonly isAdding: boolean;
  readonly onAdded: () => void;
};

/** The addresses that receive mail for the account, and the rules that give it a path. */
export function RecipientsTab({ domain, isAdding, onAdded }: Props) {
  const { urlName } = useSession().account;
  const [{ search }, change] = useUrlState<typeof EMAIL_INGEST_PARAMETERS>(EMAIL_INGEST_PARAMETERS);
  const [isScrolled, setIsScrolled] = useState(false);
  const [added, setAdded] = useState<readonly Recipient[]>([]);
  const connection = useConnection({
    title: 'Recipients',
    document: RecipientsDocument,
    variables: search === '' ? {} : { search },
    pageSize: PAGE_SIZE,
    select: recipientsOf,
    held: isScrolled,
  });
  // Recipients are listed by age: a new one may lie on a page that was not loaded.
  const known = new Set(connection.rows.map(({ id }) => id));
  const rows = [...connection.rows, ...added.filter(({ id }) => !known.has(id))];
  return (
    <>
      <Box padding={[0, 5]}>
        <SearchField
          primary
          value={search}
          placeholder="Search by email address..."
          debounce={LIMITS.ingestSearchDebounce}
          onChange={(text) => change({ search: text })}
        />
      </Box>
      <CardList
        label="Recipients"
        nouns="recipients"
        connection={{ ...connection, rows }}
        onScrolled={setIsScrolled}
        skeleton={(count) => <Placeholders count={count} />}
        empty={
          search === '' ? (
            <EmptyState title="No Rules">
              Add a recipient: an address that receives mail for the account. Its rules give each mail the path that a
              download of type email reads.
            </EmptyState>
          ) : (
            <EmptyState
              title="No results, try another word."
              actions={<Button onClick={() => change({ search: '' })}>Clear search</Button>}
            />
          )
        }
      >
        {rows.map((recipient) => (
          <RecipientCard
            key={recipient.id}
            recipient={recipient}
            domain={domain ?? ''}
            onDeleted={() => {
              setAdded((current) => current.filter(({ id }) => id !== recipient.id));
              connection.remove(recipient.id);
            }}
          />
        ))}
      </CardList>
      {isAdding && domain !== undefined && (
        <RecipientDialog
          urlName={urlName}
          domain={domain}
          onSaved={(recipient) => {
            setAdded((current) => [...current, recipient]);
            change({ search: '' });
            connection.refresh();
          }}
          onClose={onAdded}
        />
      )}
    </>
  );
}

function Placeholders({ count = CARDS }: { readonly count?: number | undefined }) {
  return (
    <Stack gap={3} aria-busy="true">
      {Array.from({ length: count }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Stack gap={3} padding={[3, 4]} minWidth={0} frame="normal" key={card} className={styles['card']}>
          <Skeleton height="var(--text-large)" width="40%" />
          <Skeleton height="var(--row-nested)" />
        </Stack>
      ))}
    </Stack>
  );
}
