import { Row } from '../layout/layout.tsx';

/** The first, the middle and the last day of a chart with a bar for each day. */
export function DayAxis({ days }: { readonly days: readonly string[] }) {
  const shown = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  return (
    <Row justify="between" size="tiny" tone="faint" tabular aria-hidden="true">
      {shown.map((day) => (
        <span key={day}>{day}</span>
      ))}
    </Row>
  );
}
