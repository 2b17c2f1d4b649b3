import { choice, text } from '../../lib/address/url-state.ts';

/** The query parameters of /downloads/columns: the name of a download, and which of its changes are shown. */
export const SCHEMA_CHANGES_PARAMETERS = { name: text, kind: choice(['all', 'breaking'], 'all') };
