// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ResetPasswordMutation, ResetPasswordMutationVariables } from '../graphql.ts';

export const ResetPasswordDocument = gql<ResetPasswordMutation, ResetPasswordMutationVariables>`mutation ResetPassword($email:String!){resetAuth0Password(email:$email){__typename ...on PasswordResetQueued{email}...on NotFoundError{message}}}`;
