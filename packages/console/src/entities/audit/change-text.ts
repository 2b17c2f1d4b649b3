function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (value === null || value === '') return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Describes the changes of an act: "roles: viewer → operator, viewer". */
export function changeText(before: unknown, after: unknown): string {
  const [former, present] = [before, after].map((values) => ({ ...Object(values) }) as Record<string, unknown>);
  const names = [...new Set([...Object.keys(former ?? {}), ...Object.keys(present ?? {})])];
  return names
    .map((name) => {
      const label = name.replaceAll('_', ' ');
      if (!(name in (former ?? {}))) return `${label}: ${shown(present?.[name])}`;
      if (!(name in (present ?? {}))) return `${label}: ${shown(former?.[name])}`;
      return `${label}: ${shown(former?.[name])} → ${shown(present?.[name])}`;
    })
    .join('; ');
}
