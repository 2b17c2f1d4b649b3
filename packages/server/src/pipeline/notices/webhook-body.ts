import type { NoticeMessage } from './notice-message.ts';

/** Body of a webhook. Fields may be added; none is removed or changes its meaning. */
export const webhookBody = ({ id, groupId, change, account, title, text, url, facts }: NoticeMessage) => ({
  type: `notice.${change}`,
  id,
  group_id: groupId,
  account,
  title,
  text,
  url,
  ...(facts ?? {}),
});
