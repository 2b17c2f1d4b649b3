import { text } from '../../lib/address/url-state.ts';

/** The query parameters of /start: the pipeline whose first run is shown. */
export const FIRST_PIPELINE_PARAMETERS = { name: text };
