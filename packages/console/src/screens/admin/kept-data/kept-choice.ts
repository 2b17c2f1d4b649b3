import { fullNumber } from '@switchboard/model/format';
import { MAX_KEPT_DAYS } from '@switchboard/model/kept/retention';
import type { KeptKindFactsFragment } from '../../../api/generated/graphql.ts';

/** How long an account keeps a kind of data, as the form has it. */
export type KeptChoice = {
  readonly mode: 'installation' | 'days' | 'ever';
  /** As entered; of the mode `days` only. */
  readonly days: string | number;
};

export const keptChoiceOf = ({ is_own: isOwn, days }: KeptKindFactsFragment): KeptChoice => {
  if (!isOwn) return { mode: 'installation', days: '' };
  return days === null ? { mode: 'ever', days: '' } : { mode: 'days', days };
};

/** Why a choice cannot be saved; null when it can. */
export function keptChoiceProblem({ mode, days }: KeptChoice, minDays: number): string | null {
  if (mode !== 'days') return null;
  const count = days === '' ? Number.NaN : Number(days);
  if (Number.isInteger(count) && count >= minDays && count <= MAX_KEPT_DAYS) return null;
  return `Give between ${minDays} and ${fullNumber(MAX_KEPT_DAYS)} days.`;
}

export const isKeptChoiceChanged = (kind: KeptKindFactsFragment, choice: KeptChoice): boolean => {
  const saved = keptChoiceOf(kind);
  return choice.mode !== saved.mode || (choice.mode === 'days' && Number(choice.days) !== Number(saved.days));
};

/** The days for which data is kept by a choice; null for ever. */
const effectiveDays = (kind: KeptKindFactsFragment, { mode, days }: KeptChoice): number | null => {
  if (mode === 'ever') return null;
  return mode === 'days' ? Number(days) : kind.installation_days;
};

/** Whether a choice lets data go earlier than what is saved. */
export function isKeptShorter(kind: KeptKindFactsFragment, choice: KeptChoice): boolean {
  const days = effectiveDays(kind, choice);
  return days !== null && (kind.days === null || days < kind.days);
}
