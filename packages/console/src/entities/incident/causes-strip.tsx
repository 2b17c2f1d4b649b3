import { fullNumber } from '@switchboard/model/format';
import { failureOf } from '@switchboard/model/presentation/failure';
import { IconUrgent } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { IncidentCausesDocument } from '../../api/generated/documents/incident.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { useSession } from '../../api/session/session.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './causes-strip.module.css';
import { concernsIncidents } from './concerns-incidents.ts';

/** "2 causes: Key rejected by the source (14), …": why downloads or uploads have failed or keep failing; nothing while none does. */
export function CausesStrip({ noun }: { readonly noun: 'download' | 'upload' }) {
  const { account } = useSession();
  const [{ data }, refetch] = useQuery({ query: IncidentCausesDocument, variables: { account: account.urlName } });
  useRefetchOnChanges(
    useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]),
    concernsIncidents,
  );
  const causes = data?.incidents.nodes.filter(({ transfer }) => transfer === noun) ?? [];
  if (causes.length === 0) return null;
  const more = data?.incidents.pageInfo.hasNextPage === true ? '+' : '';
  const text = causes
    .map(
      ({ code, subject, failed, retrying }) =>
        `${failureOf(code).title} · ${subject} (${fullNumber(failed.count + retrying.count)})`,
    )
    .join(', ');
  return (
    <Row
      as={Link}
      inline
      gap={1}
      align="center"
      paddingInline={2}
      minWidth={0}
      height="touch"
      size="small"
      tone="dim"
      to={`/app/${account.urlName}/incidents`}
      className={styles['causes']}
      data-tip={text}
    >
      <IconUrgent size={SMALL_ICON_SIZE} aria-hidden="true" />
      <Text truncate className={styles['text']}>
        <b>
          {causes.length}
          {more} {causes.length === 1 ? 'cause' : 'causes'}:
        </b>{' '}
        {text}
      </Text>
    </Row>
  );
}
