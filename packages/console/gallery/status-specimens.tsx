import type { StatusTone } from '@switchboard/model/status/status';
import { useState } from 'react';
import { LiveIndicator, type LiveState } from '../src/ui/status/live-indicator.tsx';
import { Meter } from '../src/ui/status/meter.tsx';
import { StatusBadge } from '../src/ui/status/status-badge.tsx';
import { STATUS_ICONS, type StatusIcon } from '../src/ui/status/status-icons.ts';
import { type StatusCount, StatusStrip } from '../src/ui/status/status-strip.tsx';
import { Copyable } from '../src/ui/text/copyable.tsx';
import { Timestamp } from '../src/ui/text/timestamp.tsx';
import { Section, Specimen } from './specimen.tsx';

const TONES: readonly StatusTone[] = ['working', 'completed', 'warning', 'error', 'inactive', 'skipped'];
const LIVE_STATES: readonly LiveState[] = ['live', 'polling', 'paused'];
const NOTHING = (): void => undefined;

const COUNTS: readonly StatusCount[] = [
  { value: 'failed', label: 'failed', tone: 'error', count: 3 },
  { value: 'dirty', label: 'dirty', tone: 'warning', count: 12 },
  { value: 'running', label: 'running', tone: 'working', count: 1234 },
  { value: 'late', label: 'late', tone: 'inactive', icon: 'waiting', count: 0 },
];
const UNKNOWN = COUNTS.map((count) => ({ ...count, count: null }));
const NONE = COUNTS.map((count) => ({ ...count, count: 0 }));

function Strip({ label, counts }: { readonly label: string; readonly counts: readonly StatusCount[] }) {
  const [selected, setSelected] = useState<readonly string[]>(['failed']);
  const toggle = (value: string): void =>
    setSelected((current) => (current.includes(value) ? current.filter((one) => one !== value) : [...current, value]));
  return <StatusStrip label={label} counts={counts} selected={selected} onToggle={toggle} />;
}

/** Badges, strips, meters, live states and texts. */
export function StatusSpecimens() {
  return (
    <Section title="Status and text">
      <Specimen title="Badges by tone" padded>
        {TONES.map((tone) => (
          <StatusBadge key={tone} tone={tone} label={tone} />
        ))}
      </Specimen>
      <Specimen title="Badges by icon" padded>
        {(Object.keys(STATUS_ICONS) as StatusIcon[]).map((icon) => (
          <StatusBadge key={icon} tone="inactive" icon={icon} label={icon} />
        ))}
      </Specimen>
      <Specimen title="Strip: one selected, one zero" padded>
        <Strip label="Downloads by status" counts={COUNTS} />
      </Specimen>
      <Specimen title="Strip: loading, nothing to see" padded>
        <Strip label="Loading counts" counts={UNKNOWN} />
        <Strip label="Zero counts" counts={NONE} />
      </Specimen>
      <Specimen title="Meters" padded>
        <Meter percent={4} label="4%" />
        <Meter percent={62} label="62%" />
        <Meter percent={100} label="100%" />
      </Specimen>
      <Specimen title="Live states" padded>
        {LIVE_STATES.map((state) => (
          <LiveIndicator key={state} live={{ state, lastChange: null, offlineSince: null, setPaused: NOTHING }} />
        ))}
      </Specimen>
      <Specimen title="Times and copyable texts" padded>
        <Timestamp value="2026-11-21T05:00:00Z" />
        <Timestamp value={null} />
        <Copyable text="018f2c1e" what="id">
          018f2c1e
        </Copyable>
      </Specimen>
    </Section>
  );
}
