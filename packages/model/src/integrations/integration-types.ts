import type { Permission } from '../permissions.ts';

/** One field of an integration besides its filters. Secret ones are part of the authorization and are never returned. */
export type IntegrationField = {
  readonly name: string;
  readonly label: string;
  readonly section: 'authorization' | 'configuration';
  readonly kind: 'text' | 'flag' | 'suggested';
  readonly required?: boolean;
  readonly secret?: boolean;
  /** One sentence below the field. */
  readonly doc?: string;
  readonly placeholder?: string;
  /** Decides where secrets are sent: when it changes, they must be given again. */
  readonly place?: boolean;
  /** Format that a text must have. */
  readonly rule?: 'email' | 'https' | 'letters' | 'signing-secret';
  /** Texts that the form offers. */
  readonly suggestions?: readonly string[];
};

/** Subject of a row of filters, besides its four flags. */
export type FilterTarget =
  /** A channel of the other side, chosen from those that it lists. */
  | { readonly kind: 'channel'; readonly field: 'channel_id'; readonly label: string; readonly noun: string }
  /** A text that the person enters. */
  | {
      readonly kind: 'text' | 'email';
      readonly field: 'name' | 'address';
      readonly label: string;
      readonly noun: string;
    }
  /** The integration has one receiver, and so one row. */
  | { readonly kind: 'none'; readonly noun: string };

export type IntegrationType = {
  readonly name: string;
  readonly displayName: string;
  /** One sentence in the chooser. */
  readonly description: string;
  /** Without it people neither see nor add integrations of the type. */
  readonly permission: Permission | null;
  readonly fields: readonly IntegrationField[];
  readonly target: FilterTarget;
  /** The provider at which people may sign in instead of entering secrets, where the installation has a client for it. */
  readonly signIn?: 'slack';
  /** It has rows of a fruit and a colour. */
  readonly hasItems?: boolean;
};

const SLACK = {
  description: 'Messages in channels of a Slack workspace.',
  signIn: 'slack',
  target: { kind: 'channel', field: 'channel_id', label: 'Channel', noun: 'channel' },
  fields: [
    {
      name: 'token',
      label: 'Bot token',
      section: 'authorization',
      kind: 'text',
      required: true,
      secret: true,
      placeholder: 'xoxb-…',
      doc: 'OAuth & Permissions of the Slack app, Bot User OAuth Token. Scopes: chat:write, channels:read; with groups:read for private channels, and channels:history so that nothing is posted twice.',
    },
  ],
} as const satisfies Partial<IntegrationType>;

const FRUITS = ['apple', 'banana', 'cherry', 'grape', 'lemon', 'orange', 'pear', 'plum'] as const;

/** Every type of integration, in the order of the chooser. */
export const INTEGRATION_TYPES: readonly IntegrationType[] = [
  { name: 'slack', displayName: 'Slack', permission: null, ...SLACK },
  { name: 'hidden-slack', displayName: 'Slack (hidden)', permission: 'hidden-integrations', ...SLACK },
  {
    name: 'teams',
    displayName: 'Microsoft Teams',
    description: 'Cards in a channel or chat of Microsoft Teams.',
    permission: null,
    target: { kind: 'none', noun: 'channel' },
    fields: [
      {
        name: 'url',
        label: 'Webhook address',
        section: 'authorization',
        kind: 'text',
        required: true,
        secret: true,
        rule: 'https',
        placeholder: 'https://…',
        doc: 'In Teams: Workflows of the channel, “Send webhook alerts to a channel”. Whoever has the address can post there.',
      },
    ],
  },
  {
    name: 'email',
    displayName: 'Email',
    description: 'Mail to people or lists.',
    permission: null,
    target: { kind: 'email', field: 'address', label: 'Email address', noun: 'address' },
    fields: [],
  },
  {
    name: 'pagerduty',
    displayName: 'PagerDuty',
    description: 'Alerts that begin and end with their cause.',
    permission: null,
    target: { kind: 'none', noun: 'service' },
    fields: [
      {
        name: 'routing_key',
        label: 'Integration key',
        section: 'authorization',
        kind: 'text',
        required: true,
        secret: true,
        doc: 'Integrations of the PagerDuty service, Events API v2.',
      },
      {
        name: 'address',
        label: 'Events API address',
        section: 'configuration',
        kind: 'text',
        rule: 'https',
        place: true,
        placeholder: 'https://events.pagerduty.com',
        doc: 'Empty for the region US; https://events.eu.pagerduty.com for the region EU.',
      },
    ],
  },
  {
    name: 'webhook',
    displayName: 'Webhook',
    description: 'Signed requests to an address of your own.',
    permission: null,
    target: { kind: 'none', noun: 'receiver' },
    fields: [
      {
        name: 'url',
        label: 'Address',
        section: 'authorization',
        kind: 'text',
        required: true,
        secret: true,
        rule: 'https',
        placeholder: 'https://…',
        doc: 'Gets a POST with JSON for each notice.',
      },
      {
        name: 'signing_secret',
        label: 'Signing secret',
        section: 'authorization',
        kind: 'text',
        required: true,
        secret: true,
        rule: 'signing-secret',
        doc: 'Signs each request by HMAC-SHA256, as Standard Webhooks describes. At least 16 characters, or whsec_ and Base64.',
      },
    ],
  },
  {
    name: 'test',
    displayName: 'Test',
    description: 'Tries every kind of field and error of these forms. Sends nothing.',
    permission: 'test-screens',
    target: { kind: 'text', field: 'name', label: 'Name', noun: 'filter' },
    hasItems: true,
    fields: [
      { name: 'name', label: 'Name', section: 'authorization', kind: 'text', required: true },
      { name: 'email', label: 'Email', section: 'authorization', kind: 'text', required: true, rule: 'email' },
      { name: 'password', label: 'Password', section: 'authorization', kind: 'text', required: true, secret: true },
      {
        name: 'client_validated',
        label: 'Client validated',
        section: 'configuration',
        kind: 'text',
        rule: 'letters',
        doc: 'Letters only, except A or I. Checked by the form.',
      },
      {
        name: 'schema_validated',
        label: 'Schema validated',
        section: 'configuration',
        kind: 'text',
        doc: 'At most 10 characters. Checked by the server.',
      },
      {
        name: 'denied',
        label: 'Denied',
        section: 'configuration',
        kind: 'flag',
        doc: 'The server refuses it.',
      },
      {
        name: 'semantically_validated',
        label: 'Semantically validated',
        section: 'configuration',
        kind: 'text',
        doc: 'Must differ from the name. Checked by the server.',
      },
      {
        name: 'form_error',
        label: 'Form error',
        section: 'configuration',
        kind: 'text',
        doc: 'The server refuses the form with this text.',
      },
      {
        name: 'op_error',
        label: 'Operation error',
        section: 'configuration',
        kind: 'text',
        doc: 'Is saved, and shown as an error of this field.',
      },
      {
        name: 'op_form_error',
        label: 'Operation form error',
        section: 'configuration',
        kind: 'text',
        doc: 'Is saved, and shown as an error of the integration.',
      },
      {
        name: 'typeahead',
        label: 'Typeahead',
        section: 'configuration',
        kind: 'suggested',
        suggestions: FRUITS,
        doc: 'Fruits are suggested, any text is accepted.',
      },
    ],
  },
];

export const findIntegrationType = (name: string): IntegrationType | undefined =>
  INTEGRATION_TYPES.find((type) => type.name === name);

/** The kinds of notices that a filter selects, as the API names them, in the order of the form. */
export const FILTER_FLAGS = [
  { name: 'production', label: 'Production' },
  { name: 'backfills', label: 'Backfills' },
  { name: 'proofs', label: 'Tests' },
  { name: 'lateUploads', label: 'Late Uploads' },
] as const;
export type FilterFlag = (typeof FILTER_FLAGS)[number]['name'];

export const INTEGRATION_STATUSES = ['active', 'degraded', 'other'] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];
