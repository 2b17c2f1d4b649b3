import { flag, text } from '../../lib/address/url-state.ts';

/** The query parameters of the reports: a project, one of its imports, and whether suspended imports are among them. */
export const REPORT_PARAMETERS = { file: text, name: text, suspended: flag };
