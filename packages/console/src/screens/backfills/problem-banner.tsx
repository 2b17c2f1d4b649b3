import { useQuery } from 'urql';
import { BackfillProblemsDocument } from '../../api/generated/documents/backfill-detail.ts';
import { Banner } from '../../ui/feedback/banner.tsx';

type Props = { readonly backfillId: string; readonly failed: number };

/** The newest failure of a download of a backfill in which pipelines failed. */
export function ProblemBanner({ backfillId, failed }: Props) {
  const [{ data }] = useQuery({
    query: BackfillProblemsDocument,
    variables: { backfill_id: backfillId },
    requestPolicy: 'cache-and-network',
    pause: failed === 0,
  });
  const problem = data?.events.nodes.find(({ download_declaration: name }) => name !== null);
  if (failed === 0 || problem === undefined) return null;
  return (
    <Banner tone="error" title={`Problem backfilling Import ${problem.download_declaration}.`}>
      The backfill failed with error reason: {problem.message}
    </Banner>
  );
}
