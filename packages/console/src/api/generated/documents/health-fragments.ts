// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DeclarationPositionFragment, HealthCauseFragment, HealthDayFragment, HealthEventFragment, HealthRowFragment } from '../graphql.ts';

export const HealthCauseFragmentDoc = gql<HealthCauseFragment>`fragment HealthCause on HomeCause{kind code runId title since day subjectKind subject via affected lateSince}`;
export const HealthDayFragmentDoc = gql<HealthDayFragment>`fragment HealthDay on SparklineDay{status running}`;
export const HealthEventFragmentDoc = gql<HealthEventFragment>`fragment HealthEvent on HomeEvent{eventId created message purpose qualname severity willRetry}`;
export const DeclarationPositionFragmentDoc = gql<DeclarationPositionFragment>`fragment DeclarationPosition on ScriptPosition{path startLine endLine startColumn endColumn}`;
export const HealthRowFragmentDoc = gql<HealthRowFragment>`fragment HealthRow on HomeEntry{name project destination artifactStatus dependencyStatus level idle message messageKind cause{...HealthCause}sparkline{...HealthDay}event{...HealthEvent}pos{...DeclarationPosition}}${HealthCauseFragmentDoc}${HealthDayFragmentDoc}${HealthEventFragmentDoc}${DeclarationPositionFragmentDoc}`;
