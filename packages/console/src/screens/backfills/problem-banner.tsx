import { withoutName } from '@switchboard/model/presentation/without-name';
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
  const problem = data?.events.nodes.find(({ download_declaration: download }) => download !== null);
  const name = problem?.download_declaration ?? null;
  if (failed === 0 || problem === undefined || name === null) return null;
  return (
    <Banner tone="error" title={`Problem backfilling Import ${name}.`}>
      The backfill failed with error reason: {withoutName(problem.message, name)}
    </Banner>
  );
}
