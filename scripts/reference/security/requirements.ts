import { ACCESS_REQUIREMENTS } from './access-requirements.ts';
import { OPERATION_REQUIREMENTS } from './operation-requirements.ts';
import type { Requirement } from './requirement.ts';

export const REQUIREMENTS: readonly Requirement[] = [...ACCESS_REQUIREMENTS, ...OPERATION_REQUIREMENTS];
