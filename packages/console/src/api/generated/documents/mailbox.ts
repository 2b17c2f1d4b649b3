// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ReceivedMailQuery, ReceivedMailQueryVariables, ReceivedMailsQuery, ReceivedMailsQueryVariables, ReplayMailMutation, ReplayMailMutationVariables } from '../graphql.ts';
import { MailCardFragmentDoc } from './mailbox-fragments.ts';

export const ReceivedMailsDocument = gql<ReceivedMailsQuery, ReceivedMailsQueryVariables>`query ReceivedMails($first:Int$after:String$outcome:String){received_mails(first:$first after:$after outcome:$outcome){nodes{...MailCard}pageInfo{hasNextPage endCursor}}}${MailCardFragmentDoc}`;
export const ReceivedMailDocument = gql<ReceivedMailQuery, ReceivedMailQueryVariables>`query ReceivedMail($id:ID!){received_mail(id:$id){...MailCard message_id envelope_sender bytes reason spf dkim dmarc forged files{name kind content_type bytes}}}${MailCardFragmentDoc}`;
export const ReplayMailDocument = gql<ReplayMailMutation, ReplayMailMutationVariables>`mutation ReplayMail($id:ID!){replay_received_mail(id:$id){__typename ...on ReceivedMail{...MailCard}...on Refusal{problem:message}}}${MailCardFragmentDoc}`;
