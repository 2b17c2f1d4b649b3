import { Menu } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { IconBan, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { AnchoredMenu } from '../../../ui/layers/anchored-menu.tsx';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import type { TransferKind } from '../transfer-kind.ts';
import type { BulkAction } from './bulk-action.ts';

export type BulkMenuProps = {
  readonly noun: TransferKind['noun'];
  /** The list is filtered. */
  readonly isNarrowed: boolean;
  readonly onAction: (action: BulkAction) => void;
};

type Props = BulkMenuProps & { readonly button: HTMLElement; readonly id: string; readonly onClose: () => void };

/** The open menu of `BulkMenu`. */
export function BulkMenuLayer({ noun, isNarrowed, onAction, ...layer }: Props) {
  const matching = isNarrowed ? ' that match the filters' : '';
  return (
    <AnchoredMenu {...layer} position="bottom-end">
      <Menu.Item leftSection={<IconRefresh size={ICON_SIZE} />} onClick={() => onAction('retry')}>
        Retry all failed {noun}s{matching}…
      </Menu.Item>
      <Menu.Item leftSection={<IconPlayerPlay size={ICON_SIZE} />} onClick={() => onAction('run_again')}>
        Run all completed {noun}s{matching} again…
      </Menu.Item>
      <Menu.Item leftSection={<IconBan size={ICON_SIZE} />} color="red" onClick={() => onAction('abandon')}>
        Abandon all unfinished and failed {noun}s{matching}…
      </Menu.Item>
    </AnchoredMenu>
  );
}
