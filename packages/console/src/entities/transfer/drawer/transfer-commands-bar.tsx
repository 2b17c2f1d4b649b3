import { Button } from '@mantine/core';
import { IconBan, IconKey, IconLink, IconRefresh, IconTerminal2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { API_CALL_TIP, useCopyApiCall } from '../../../api/use-copy-api-call.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { copyText } from '../../../ui/text/copyable.tsx';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import { ExplainButton } from '../../failure/explain-button.tsx';
import { useFirstCommand } from '../../failure/use-first-command.ts';
import { useKeyPaths } from '../../key/key-paths.ts';
import { LineageButton } from '../../lineage/lineage-button.tsx';
import type { TransferKind } from '../transfer-kind.ts';
import type { TransferRow } from '../transfer-row.ts';
import { type Commanded, hasFailed, useTransferCommands } from '../use-transfer-commands.tsx';

type Props = {
  readonly kind: TransferKind;
  readonly transfer: Commanded & Pick<TransferRow, 'waiting'>;
  /** A table of a download with several, which the lineage begins with; its own name without. */
  readonly table?: string | undefined;
  /** Called once the transfer was abandoned. */
  readonly onAbandoned: (id: string) => void;
};

/** Commands for the transfer of a drawer, of which the first is the one that can succeed. */
export function TransferCommandsBar({ kind, transfer, table, onAbandoned }: Props) {
  const { retryOf, abandonOf, dialog } = useTransferCommands(kind, onAbandoned);
  const copyApiCall = useCopyApiCall();
  const retry = retryOf(transfer);
  const abandon = abandonOf(transfer);
  const keys = useKeyPaths();
  const failure = hasFailed(transfer) ? { kind: kind.noun, id: transfer.id } : null;
  const first = useFirstCommand(failure, transfer.waiting ?? null);
  return (
    <Row gap={2} align="center" wrap role="group" aria-label="Commands">
      {first?.kind === 'key' && (
        <Button
          component={Link}
          to={keys.details(first.key)}
          variant="filled"
          leftSection={<IconKey size={SMALL_ICON_SIZE} />}
        >
          Open key {first.key}
        </Button>
      )}
      {failure !== null && first?.kind === 'explain' && <ExplainButton failure={failure} variant="filled" />}
      {retry !== undefined && (
        <Button
          variant={first?.kind === 'retry' ? 'filled' : 'default'}
          leftSection={<IconRefresh size={SMALL_ICON_SIZE} />}
          onClick={retry}
        >
          Retry
        </Button>
      )}
      {abandon !== undefined && abandon.disabledReason === undefined && (
        <Button leftSection={<IconBan size={SMALL_ICON_SIZE} />} onClick={abandon.run}>
          Abandon
        </Button>
      )}
      {failure !== null && first?.kind !== 'explain' && <ExplainButton failure={failure} />}
      <LineageButton node={`${kind.noun}:${table ?? transfer.name}`} />
      <Button leftSection={<IconLink size={SMALL_ICON_SIZE} />} onClick={() => void copyText(location.href)}>
        Copy link
      </Button>
      <Button
        leftSection={<IconTerminal2 size={SMALL_ICON_SIZE} />}
        data-tip={API_CALL_TIP}
        onClick={() => copyApiCall(kind.apiCall(transfer.id))}
      >
        Copy as API call
      </Button>
      {dialog}
    </Row>
  );
}
