import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../../api/failure.ts';
import { AuditSettingsDocument } from '../../../api/generated/documents/audit-settings.ts';
import { usePermission } from '../../../api/session/session.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { DrawerTitle } from '../../../ui/page/side-drawer.tsx';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import { Retention } from './retention.tsx';
import { StreamEntry } from './stream-entry.tsx';
import { StreamForm } from './stream-form.tsx';

const NEW = 'new';

/** The drawer of the audit log's settings: its streams, and how long it is kept. */
export function AuditSettings() {
  const mayManage = usePermission('manage-audit-log');
  const [{ data, error }, refetch] = useQuery({ query: AuditSettingsDocument, requestPolicy: 'cache-and-network' });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  /** Id of the stream whose form is open. */
  const [edited, setEdited] = useState<string | null>(null);
  const settings = data?.audit_settings;
  const failure = error === undefined || settings !== undefined ? null : describeFailure(error);
  const close = (): void => setEdited(null);
  const saved = (): void => {
    close();
    refresh();
  };
  return (
    <>
      <DrawerTitle>Streams and retention</DrawerTitle>
      <Stack gap={6} padding={[0, 5, 5]} minHeight={0} flex={1} overflowY="auto">
        {failure !== null && <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />}
        {settings === undefined && failure === null && (
          <Stack gap={4} aria-busy="true">
            <Skeleton height="var(--row)" />
            <Skeleton height="var(--empty-height)" />
          </Stack>
        )}
        {settings !== undefined && (
          <>
            <Stack as="section" gap={3} aria-label="Streams">
              <Row gap={2} align="center" wrap>
                <Text as="h3" size="large" weight="strong">
                  Streams
                </Text>
                {mayManage && edited !== NEW && settings.streams.length > 0 && (
                  <Row gap={2} atEnd>
                    <AddButton onClick={() => setEdited(NEW)} />
                  </Row>
                )}
              </Row>
              {settings.streams.length === 0 && edited !== NEW && (
                <EmptyState
                  title="No streams"
                  {...(mayManage ? { actions: <AddButton onClick={() => setEdited(NEW)} /> } : {})}
                >
                  A stream sends each entry to a SIEM as it is written: as a signed webhook, OTLP log or syslog message.
                </EmptyState>
              )}
              <Stack as="ul" gap={3} aria-label="Streams of the audit log">
                {settings.streams.map((stream) => (
                  <li key={stream.id}>
                    {edited === stream.id ? (
                      <StreamForm stream={stream} onSaved={saved} onCancel={close} />
                    ) : (
                      <StreamEntry
                        stream={stream}
                        mayManage={mayManage}
                        onEdit={() => setEdited(stream.id)}
                        onChanged={refresh}
                      />
                    )}
                  </li>
                ))}
              </Stack>
              {edited === NEW && <StreamForm stream={null} onSaved={saved} onCancel={close} />}
            </Stack>
            <Retention settings={settings} mayManage={mayManage} onChanged={refresh} />
          </>
        )}
      </Stack>
    </>
  );
}

function AddButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={ICON_SIZE} />} onClick={onClick}>
      Add stream
    </Button>
  );
}
