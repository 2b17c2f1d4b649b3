import { SaveRecipientDocument } from '../../api/generated/documents/email-ingest.ts';
import type { SaveRecipientMutation, SaveRecipientMutationVariables } from '../../api/generated/graphql.ts';
import { type MutationAction, useMutationAction } from '../../api/use-mutation-action.ts';
import type { Recipient } from './recipient.ts';

/** The recipient in an answer; null when the change was refused. */
export const savedRecipient = ({ save_emailrecipient: saved }: SaveRecipientMutation): Recipient | null =>
  saved.__typename === 'EmailRecipient' ? saved : null;

/**
 * Adds, renames or deletes a recipient.
 * @param done the toast about the success
 */
export const useSaveRecipient = (done: string): MutationAction<SaveRecipientMutation, SaveRecipientMutationVariables> =>
  useMutationAction(SaveRecipientDocument, { done: () => done, failed: 'Error updating recipient' });
