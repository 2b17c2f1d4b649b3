import { text } from '../../lib/url-state.ts';

/** The query parameters of /email-ingest. */
export const EMAIL_INGEST_PARAMETERS = { search: text };
