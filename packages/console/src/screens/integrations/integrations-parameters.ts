import { choice, text } from '../../lib/address/url-state.ts';

/** Without a mode the integration with the id is shown. */
const MODES = ['', 'add', 'connect'] as const;

/** The query parameters of /integrations. */
export const INTEGRATIONS_PARAMETERS = { mode: choice(MODES, ''), type: text, id: text };
