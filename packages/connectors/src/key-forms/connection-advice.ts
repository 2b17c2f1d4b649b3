import type { KeyProblemId } from '@switchboard/model/key-types/key-problems';

export type StepCode = 'resolve' | 'connect' | 'tls' | 'sign_in' | 'access';

const BY_PROBLEM: Partial<Readonly<Record<KeyProblemId, string>>> = {
  host_not_allowed: 'Use a public address, or ask an administrator to add the host to EGRESS_ALLOW.',
  connection_timed_out: 'Check host and port, and that the firewall of the server lets this installation in.',
  ssl_hostname_mismatch: 'Enter the host by the name that the certificate carries.',
  ssl_certificate_expired: 'Have the certificate of the server renewed.',
  ssl_verification_failed: 'Enter the certificate of the authority that signed the certificate of the server.',
  ssl_not_supported: 'Have encryption turned on at the server, or turn off SSL here.',
  ssl_required: 'Turn on SSL.',
  tls_not_offered: 'Have encryption turned on at the server, or choose a connection without it.',
  tls_required: 'Choose a connection with encryption.',
  host_key_changed: 'Ask who runs the server whether its host key was replaced, then enter the present fingerprint.',
  database_does_not_exist: 'Check the name of the database, and that the user may connect to it.',
  container_does_not_exist: 'Check the name of the container.',
};

const BY_STEP: Readonly<Record<StepCode, string>> = {
  resolve: 'Check the spelling of the host. A name that only your network knows cannot be reached from here.',
  connect: 'Check the port, and that the firewall of the server lets this installation in.',
  tls: 'Check the settings of encryption and the certificates of this form.',
  sign_in: 'Enter user and secret again as the provider shows them. The guide of this form says where.',
  access: 'The key is accepted, but may not do this. Ask who runs the server for the right to list and read.',
};

/** The next action after a failed step. */
export const adviceFor = (code: StepCode, problem: KeyProblemId): string => BY_PROBLEM[problem] ?? BY_STEP[code];
