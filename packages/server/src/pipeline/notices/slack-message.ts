import type { NoticeMessage } from './notice-message.ts';

const MAX_TEXT = 2_900;

/** Slack's markup has three characters of its own. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').slice(0, MAX_TEXT);

const MARKS = { failed: ':x:', resolved: ':white_check_mark:', test: ':wave:' } as const;

/** A notice as a message of Slack: the text of notifications, and blocks with a link to the list. */
export function slackMessage({ change, account, title, text, url }: NoticeMessage): {
  readonly text: string;
  readonly blocks: readonly unknown[];
} {
  return {
    text: escaped(`${title}: ${text}`),
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `${MARKS[change]} *${escaped(title)}*\n${escaped(text)}`.slice(0, MAX_TEXT) },
      },
      { type: 'context', elements: [{ type: 'mrkdwn', text: `Switchboard · ${escaped(account)}` }] },
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open the list' }, url: url.slice(0, 3_000) }],
      },
    ],
  };
}
