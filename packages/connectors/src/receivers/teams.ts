import type { Egress } from '../network/egress.ts';
import { postJson } from './webhook.ts';

export type TeamsCard = {
  readonly title: string;
  readonly text: string;
  readonly footer: string;
  readonly link: { readonly title: string; readonly url: string };
  /** A colour of Adaptive Cards. */
  readonly color: 'attention' | 'good' | 'accent';
};

/** Posts a card to a webhook of Teams' Workflows, which takes Adaptive Cards only. @throws ReceiverError */
export async function postTeamsCard(
  egress: Egress,
  url: string,
  { title, text, footer, link, color }: TeamsCard,
): Promise<void> {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', color, wrap: true },
      { type: 'TextBlock', text, wrap: true },
      { type: 'TextBlock', text: footer, isSubtle: true, size: 'Small', wrap: true },
    ],
    actions: [{ type: 'Action.OpenUrl', ...link }],
  };
  const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }];
  await postJson({ egress, url, headers: {}, body: JSON.stringify({ type: 'message', attachments }) });
}
