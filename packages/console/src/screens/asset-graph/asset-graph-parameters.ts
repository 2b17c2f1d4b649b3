import { HEALTH_LEVELS } from '@switchboard/model/status/health';
import { choice, text } from '../../lib/address/url-state.ts';

/** The least serious level that is shown, the most serious first: the more serious ones are shown, too. */
export const LEVELS = HEALTH_LEVELS.toReversed();
/** The neighbours of the chosen asset to which the graph is narrowed. */
export const FOCUSES = ['all', 'both', 'upstream', 'downstream'] as const;
export const HOPS = ['1', '2', '3', 'all'] as const;

/** The query parameters of /pipeline/graph. `view` is the list on a phone, and the graph otherwise, unless it is chosen. */
export const ASSET_GRAPH_PARAMETERS = {
  search: text,
  status: choice(LEVELS, 'Working'),
  groupBy: choice(['project', 'none'], 'project'),
  view: choice(['auto', 'graph', 'list'], 'auto'),
  asset: text,
  focus: choice(FOCUSES, 'all'),
  hops: choice(HOPS, '1'),
};
