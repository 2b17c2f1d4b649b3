export { createEgress, type Egress, type EgressOptions, type EgressRequest, type EgressResponse } from './egress.ts';
export { type ChooseRequest, chooseFiles, type FoundFile, type FoundFiles } from './listing/date-files.ts';
export { NetworkError } from './network-error.ts';
export { CONNECTORS, connectorByName, KEY_TYPES } from './registry.ts';
export { maskSecrets, secretsOf } from './secrets.ts';
export * from './spec.ts';
export { checkFields, type KeyProblem, type KeyVerdict, verifyKey } from './verify.ts';
