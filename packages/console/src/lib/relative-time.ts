const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** A duration in its largest whole unit: "4 s", "12 min", "3 h", "2 d". Milliseconds in; never negative. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  for (const unit of UNITS) {
    if (seconds >= unit.seconds) return `${Math.floor(seconds / unit.seconds)} ${unit.name}`;
  }
  return '0 s';
}

/** A duration in at most two units: "1 h 4 min", "32 s". Milliseconds in. */
export function longDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const index = UNITS.findIndex((unit) => seconds >= unit.seconds);
  const unit = UNITS[index];
  if (unit === undefined) return '0 s';
  const whole = Math.floor(seconds / unit.seconds);
  const next = UNITS[index + 1];
  const rest = next === undefined ? 0 : Math.floor((seconds % unit.seconds) / next.seconds);
  return next === undefined || rest === 0 ? `${whole} ${unit.name}` : `${whole} ${unit.name} ${rest} ${next.name}`;
}

/** "4 s ago", "in 40 s", "now". Both in milliseconds since the epoch. */
export function relativeTime(then: number, now: number): string {
  const distance = now - then;
  if (Math.abs(distance) < 1000) return 'now';
  return distance > 0 ? `${shortDuration(distance)} ago` : `in ${shortDuration(-distance)}`;
}
