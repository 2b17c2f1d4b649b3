import { choice, text } from '../../lib/address/url-state.ts';

export const MAIL_OUTCOMES = ['unmatched', 'matched', 'rejected', 'all'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** The query parameters of /email-ingest. `mailId` is the mail that is open. */
export const EMAIL_INGEST_PARAMETERS = {
  search: text,
  currentTab: choice(['recipients', 'mail'], 'recipients'),
  outcome: choice(MAIL_OUTCOMES, 'unmatched'),
  mailId: text,
};
