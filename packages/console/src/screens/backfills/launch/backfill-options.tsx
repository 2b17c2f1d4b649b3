import { Button, Menu } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { IconChevronDown, IconCopy, IconRepeat, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { BackfillDetailQuery } from '../../../api/generated/graphql.ts';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import { AnchoredMenu } from '../../../ui/layers/anchored-menu.tsx';
import { copyText } from '../../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';

const LaunchDialog = lazyLayer(async () => (await import('./launch-dialog.tsx')).LaunchDialog);

type Props = {
  readonly backfill: NonNullable<BackfillDetailQuery['backfill_detail']>;
  /** Asks whether to cancel it; undefined when it has ended, or the person may not. */
  readonly onCancel: (() => void) | undefined;
  readonly onLaunched: () => void;
};

/** "Backfill Options": the commands of one backfill, for people who manage pipelines. */
export function BackfillOptions({ backfill, onCancel, onLaunched }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<HTMLElement | null>(null);
  const [isLaunching, setIsLaunching] = useState(false);
  const uploads = backfill.subgraph.upload_declarations.map(({ name }) => name);
  return (
    <>
      <Button
        ref={button}
        id={`${id}-target`}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        rightSection={<IconChevronDown size={ICON_SIZE} />}
        onClick={() => setOpened(button.current)}
      >
        Backfill Options
      </Button>
      {opened !== null && (
        <AnchoredMenu button={opened} id={id} position="bottom-end" onClose={() => setOpened(null)}>
          <Menu.Item
            leftSection={<IconRepeat size={ICON_SIZE} />}
            disabled={uploads.length === 0}
            onClick={() => setIsLaunching(true)}
          >
            Launch again
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={ICON_SIZE} />}
            onClick={() => void copyText(backfill.id, 'Copied to clipboard')}
          >
            Copy backfill ID
          </Menu.Item>
          {onCancel !== undefined && (
            <Menu.Item color="red" leftSection={<IconX size={ICON_SIZE} />} onClick={onCancel}>
              Cancel backfill
            </Menu.Item>
          )}
        </AnchoredMenu>
      )}
      {isLaunching && (
        <LaunchDialog
          initial={{
            start: backfill.start_datetime.slice(0, 10),
            end: backfill.end_datetime.slice(0, 10),
            upload: uploads[0] ?? '',
            chosen: uploads,
          }}
          onClose={() => setIsLaunching(false)}
          onLaunched={onLaunched}
        />
      )}
    </>
  );
}
