import { useSession } from '../../api/session/session.ts';
import { RowUsageCard } from '../../entities/usage/row-usage-card.tsx';
import { Box } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';

/** /homepage/charts: the details of the Downloads Summary. */
export function HomepageChartsPage() {
  const { account } = useSession();
  const home = [{ label: 'Home', to: `/app/${account.urlName}/homepage` }];
  return (
    <Page title="Download chart" above={<Breadcrumbs parents={home} current="Download chart" />}>
      <Box padding={[0, 5, 5]} minHeight={0} flex={1} overflow="auto">
        <RowUsageCard />
      </Box>
    </Page>
  );
}
