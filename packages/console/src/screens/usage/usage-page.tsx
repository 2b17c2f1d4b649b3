import { RowUsageCard } from '../../entities/usage/row-usage-card.tsx';
import { Box } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';

/** /usage: the rows of the account by month, beside its contract. */
export function UsagePage() {
  return (
    <Page title="Usage">
      <Box padding={[0, 5, 5]} minHeight={0} flex={1} overflow="auto">
        <RowUsageCard />
      </Box>
    </Page>
  );
}
