import { choice, list, type Parameter } from '../../lib/address/url-state.ts';

/** Projects of a usage chart, at most. */
export const MAX_PROJECTS = 5;

const projects: Parameter<readonly string[]> = {
  read: (value) => list.read(value).slice(0, MAX_PROJECTS),
  write: (value) => list.write(value),
  isValid: (value) => (list.isValid?.(value) ?? true) && list.read(value).length <= MAX_PROJECTS,
};

/** The query parameters of the usage charts. */
export const USAGE_PARAMETERS = {
  chart: choice(['process', 'project'] as const, 'process'),
  textures: choice(['true', 'false'] as const, 'true'),
  projects,
};
