import { FailureAlarm } from './failure-alarm.tsx';
import { OpenIncidents } from './open-incidents.tsx';

type Props = {
  /** A constant function. */
  readonly onIncidents: (count: number) => void;
};

/** Watches the account for what its first screen does not need: the red dot of the favicon and the badge of incidents. */
export function LateWatchers({ onIncidents }: Props) {
  return (
    <>
      <FailureAlarm />
      <OpenIncidents onCount={onIncidents} />
    </>
  );
}
