import { Button } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { DateFreezesDocument } from '../../api/generated/documents/restatement.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { useSession } from '../../api/session/session.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Box } from '../../ui/layout/layout.tsx';
import { concernsRestatements } from './concerns-restatements.ts';
import { heldPath } from './restatements-path.ts';

/** Milliseconds: an account with many runs changes all the time. */
const REFETCH_DELAY = 10_000;

/** "2 results for delivered report dates are held by the freeze of November 2026", with the way to them; nothing while none is held. */
export function HeldBanner() {
  const { urlName } = useSession().account;
  const [{ data }, refetch] = useQuery({ query: DateFreezesDocument, requestPolicy: 'cache-and-network' });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsRestatements, REFETCH_DELAY);
  const holding = data?.date_freezes.freezes.filter(({ held }) => held > 0) ?? [];
  if (holding.length === 0) return null;
  const count = holding.reduce((sum, { held }) => sum + held, 0);
  const dates = [...new Set(holding.map((freeze) => freeze.dates))];
  return (
    <Box padding={[0, 5, 3]}>
      <Banner
        tone="warning"
        isStanding
        title={`${fullNumber(count)} ${
          count === 1 ? 'result for a delivered report date is' : 'results for delivered report dates are'
        } held by the ${dates.length === 1 ? 'freeze' : 'freezes'} of ${dates.join(' and of ')}`}
        actions={
          <Button component={Link} to={heldPath(urlName)}>
            Review
          </Button>
        }
      />
    </Box>
  );
}
