import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { severityBadge } from './severity.ts';

/** The severity of an event. */
export function SeverityBadge({ event }: { readonly event: Pick<EventRowFragment, 'severity' | 'code'> }) {
  const badge = severityBadge(event);
  const isInfo = badge.tone === 'working' || badge.tone === 'inactive';
  return <StatusBadge tone={badge.tone} label={badge.label} {...(isInfo ? { icon: 'info' as const } : {})} />;
}
