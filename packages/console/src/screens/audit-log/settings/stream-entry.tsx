import { Button } from '@mantine/core';
import { useState } from 'react';
import { RemoveAuditStreamDocument, TestAuditStreamDocument } from '../../../api/generated/documents/audit-settings.ts';
import type { AuditStreamFragment } from '../../../api/generated/graphql.ts';
import { useMutationAction } from '../../../api/use-mutation-action.ts';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { Timestamp } from '../../../ui/text/timestamp.tsx';
import { streamLabel, streamStatus } from './stream-view.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

type Props = {
  readonly stream: AuditStreamFragment;
  readonly mayManage: boolean;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
};

/** A stream of the audit log: where it goes, how far it is, and what keeps it from going on. */
export function StreamEntry({ stream, mayManage, onEdit, onChanged }: Props) {
  const { id, type, address, status, problem, next_attempt: next, holds_expired: holdsExpired } = stream;
  const [isAsking, setIsAsking] = useState(false);
  const test = useMutationAction(TestAuditStreamDocument, {
    done: () => 'The target has the test message.',
    problem: ({ outcome }) => {
      if (outcome.__typename === 'NotFoundError') return outcome.problem;
      if (outcome.__typename !== 'AuditStreamErrors') return null;
      return `The test message was not delivered: ${outcome.errors.map(({ message }) => message).join(' ')}`;
    },
  });
  const { run: remove } = useMutationAction(RemoveAuditStreamDocument, {
    done: () => 'The stream was removed.',
    problem: ({ outcome }) => (outcome.__typename === 'NotFoundError' ? outcome.problem : null),
  });
  const confirm = async (): Promise<boolean> => {
    const isDone = (await remove({ id })) !== null;
    if (isDone) onChanged();
    return isDone;
  };
  const { tone, label } = streamStatus(status);
  const name = `${streamLabel(type)} ${address}`;
  return (
    <Stack as="section" gap={3} padding={4} frame="large" aria-label={name}>
      <Row gap={2} align="center" wrap minWidth={0}>
        <Text as="h4" size="body" weight="strong">
          {streamLabel(type)}
        </Text>
        <StatusBadge tone={tone} label={label} />
      </Row>
      <Text as="p" mono breakWords>
        {address}
      </Text>
      {problem != null && (
        <Banner tone="error" title="" isStanding>
          {problem}{' '}
          {status === 'failing' && (
            <>
              The next attempt is due <Timestamp value={next} />.
            </>
          )}
        </Banner>
      )}
      {holdsExpired && (
        <Banner tone="warning" title="" isStanding>
          Entries stay beyond their time until this stream has delivered them, or is removed.
        </Banner>
      )}
      <Progress stream={stream} />
      {mayManage && (
        <Row gap={2} wrap>
          <Button onClick={onEdit}>Edit</Button>
          <Button loading={test.isPending} onClick={() => void test.run({ id })}>
            Send test message
          </Button>
          <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
            Remove
          </Button>
        </Row>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Remove this stream?"
          confirmLabel="Remove"
          danger
          onClose={() => setIsAsking(false)}
          onConfirm={confirm}
        >
          <strong>{address}</strong> gets no entries any more, and its secrets are erased. Entries stay in the audit
          log.
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** How far a stream is. */
function Progress({ stream: { sequence, delivered, behind, oldest } }: Pick<Props, 'stream'>) {
  return (
    <Text as="p" tone="dim">
      {delivered == null ? (
        'Nothing was delivered yet. '
      ) : (
        <>
          Entry {sequence} was delivered <Timestamp value={delivered} />.{' '}
        </>
      )}
      {behind > 0 && oldest != null && (
        <>
          {behind === 1 ? '1 entry is' : `${behind} entries are`} not delivered, the oldest from{' '}
          <Timestamp value={oldest} />.
        </>
      )}
    </Text>
  );
}
