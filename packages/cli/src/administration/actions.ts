export const ACCOUNT_ACTIONS = ['list', 'add', 'deactivate', 'export', 'erase', 'retention', 'limits'] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

export const PERSON_ACTIONS = ['list', 'invite', 'export', 'erase'] as const;
export type PersonAction = (typeof PERSON_ACTIONS)[number];

export const KEY_ACTIONS = ['list', 'add', 'check'] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];
