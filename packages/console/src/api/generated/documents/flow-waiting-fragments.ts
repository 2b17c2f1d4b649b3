// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { FlowWaitingFragment } from '../graphql.ts';
import { TransferWaitingFragmentDoc } from './transfer-fragments.ts';

export const FlowWaitingFragmentDoc = gql<FlowWaitingFragment>`fragment FlowWaiting on Waiting{...TransferWaiting input{...TransferWaiting}}${TransferWaitingFragmentDoc}`;
