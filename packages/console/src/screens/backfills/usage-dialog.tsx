import { Modal } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { RowUsageCard } from '../../entities/usage/row-usage-card.tsx';
import { useReturnFocus } from '../../lib/use-return-focus.ts';

/** The usage of the account, beside its backfills. */
export function UsageDialog({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title="Usage" size="75rem">
      <RowUsageCard />
    </Modal>
  );
}
