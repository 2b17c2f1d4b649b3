import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Box } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';

type ButtonProps = { readonly isRefreshing: boolean; readonly onRefresh: () => void };

/** Reads the health again. */
export function RefreshButton({ isRefreshing, onRefresh }: ButtonProps) {
  return (
    <Button variant="default" leftSection={<IconRefresh size={ICON_SIZE} />} loading={isRefreshing} onClick={onRefresh}>
      Refresh
    </Button>
  );
}

type BannerProps = { readonly reason: string; readonly onRetry: () => void };

/** Above rows that are older than the last refresh, which failed. */
export function StaleBanner({ reason, onRetry }: BannerProps) {
  return (
    <Box padding={[0, 5, 2]}>
      <Banner
        tone="warning"
        title={`The health could not be refreshed: ${reason}`}
        actions={<Button onClick={onRetry}>Retry</Button>}
      />
    </Box>
  );
}
