import { Button } from '@mantine/core';
import { useState } from 'react';
import { SaveSourceContractDocument } from '../../api/generated/documents/source-quality.ts';
import type { DeliveredColumnsFragment } from '../../api/generated/graphql.ts';
import { useSession } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Unset } from '../../ui/text/facts.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import styles from './reports.module.css';

type Action = 'accept' | 'remove';
type Props = {
  readonly source: string;
  readonly table: string;
  readonly delivered: DeliveredColumnsFragment;
};

/** The columns that a table was delivered with last, who reads them, and the contract for them. */
export function ColumnsPanel({ source, table, delivered }: Props) {
  const { permissions } = useSession();
  const [asked, setAsked] = useState<Action | null>(null);
  const { run } = useMutationAction(SaveSourceContractDocument, {
    done: (_, { action }) => (action === 'accept' ? 'Contract accepted' : 'Contract removed'),
    problem: ({ save_source_contract: result }) => ('message' in result ? result.message : null),
  });
  const { columns, since, revision, contract_on: acceptedOn, deviations } = delivered;
  const hasContract = acceptedOn !== null;
  const isBroken = deviations.length > 0;
  return (
    <Stack as="section" gap={1} minWidth={0} aria-label={`Columns of ${table}`}>
      <Row gap={[1, 3]} align="center" wrap minWidth={0}>
        <Text as="h3" size="small" tone="dim" weight="medium">
          Columns of {table}
        </Text>
        <Text tone="dim">
          since <Timestamp value={since} />
        </Text>
        <ContractState delivered={delivered} />
        {permissions.has('manage-pipelines') && (
          <Row as="span" inline gap={1} wrap atEnd>
            {(!hasContract || isBroken) && (
              <Button onClick={() => setAsked('accept')}>
                {hasContract ? 'Accept these columns' : 'Accept as contract'}
              </Button>
            )}
            {hasContract && (
              <Button variant="subtle" onClick={() => setAsked('remove')}>
                Remove contract
              </Button>
            )}
          </Row>
        )}
      </Row>
      {isBroken && (
        <Stack as="ul" gap={1} breakWords className={styles['plain']} aria-label={`Deviations of ${table}`}>
          {deviations.map(({ text, uploads }) => (
            <Text as="li" tone="error" key={text}>
              {text}
              {uploads.length > 0 && <Text tone="dim"> · read by {uploads.join(', ')}</Text>}
            </Text>
          ))}
        </Stack>
      )}
      <table className={styles['fields']} aria-label={`Delivered columns of ${table}`}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Type</th>
            <th scope="col">Use</th>
            <th scope="col">Read by</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, type, nullable, use, uploads }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{type === null ? <Unset>unknown</Unset> : `${type}${nullable === false ? ' not null' : ''}`}</td>
              <td>{use}</td>
              <td>{uploads.length === 0 ? <Unset>—</Unset> : uploads.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'accept' ? `Accept the columns of ${table}` : `Remove the contract for ${table}`}
          confirmLabel={asked === 'accept' ? 'Accept' : 'Remove'}
          danger={asked === 'remove'}
          onClose={() => setAsked(null)}
          onConfirm={async () => (await run({ source, table, revision, action: asked })) !== null}
        >
          {asked === 'accept'
            ? `The ${columns.length} columns that ${table} was delivered with last become its contract. A download with other columns or types is then an issue until they are accepted, or delivered as agreed.`
            : `Downloads of ${table} with other columns are then only recorded as changes.`}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function ContractState({ delivered: { contract_on: on, contract_by: by, deviations } }: Pick<Props, 'delivered'>) {
  if (on === null) return <StatusBadge tone="inactive" icon="info" label="No contract" />;
  return (
    <>
      {deviations.length > 0 ? (
        <StatusBadge tone="error" label="Contract broken" />
      ) : (
        <StatusBadge tone="completed" label="Contract kept" />
      )}
      <Text tone="dim">
        accepted by {by?.name ?? 'a person'} on <Timestamp value={on} />
      </Text>
    </>
  );
}
