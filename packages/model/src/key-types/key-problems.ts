/**
 * Everything that can be wrong with a key, by the id that the API answers. The first 28 are the texts of the
 * specification. `{label}` is the label of the field, `{detail}` what the server said.
 */
export const KEY_PROBLEMS = {
  name_taken: 'Name already used.',
  charset_not_valid: 'Charset not valid.',
  port_inaccessible: 'Port inaccessible.',
  database_does_not_exist: 'Database does not exist.',
  invalid_dialect: 'Invalid dialect.',
  invalid_charset: 'Invalid charset.',
  sql_field_required: 'Required field for SQL connection.',
  incorrect_user_password_or_database: 'Incorrect user, password or database.',
  incorrect_user_or_password: 'Incorrect user or password.',
  unknown_host: 'Unknown host.',
  incorrect_rsa_key: 'Incorrect RSA key.',
  malformed_rsa_key: 'Malformed RSA key.',
  ssl_field_required: 'Required field for SSL connection.',
  ssh_secret_required: 'Either password or RSA key must be defined.',
  ssh_field_required: 'Required field for SSH connection.',
  ssh_secret_ambiguous: 'Cannot define both password and RSA key.',
  ssl_hostname_mismatch: 'SSL hostname mismatch.',
  ssl_certificate_expired: 'SSL certificate expired.',
  ssl_certificate_not_yet_valid: 'SSL certificate not yet valid.',
  invalid_client_certificate: 'Invalid client certificate.',
  invalid_server_ca_certificate: 'Invalid server CA certificate.',
  invalid_client_key: 'Invalid client key.',
  ssl_verification_failed: 'SSL certificate failed verification.',
  server_ca_not_rsa: 'Invalid server CA certificate: not an RSA key.',
  certificate_verification_failed: 'Certificate verification failed.',
  ssh_tunnel_failed: 'Problem with the SSH tunnel.',
  connection_timed_out: 'Connection timed out for these settings.',
  creation_failed: 'Problem creating the credential.',
  unknown_key_type: 'There is no key type {detail}. Choose one of the listed types.',
  unknown_field: 'Keys of this type have no field {detail}. Leave it out.',
  field_required: '{label} is required.',
  number_not_valid: '{label} must be a whole number from {detail}.',
  flag_not_valid: '{label} must be true or false.',
  choice_not_valid: '{label} must be one of {detail}.',
  text_not_valid: '{label} contains characters that cannot be sent. Remove line breaks and control characters.',
  pattern_not_matched: '{label} is malformed. {detail}',
  pem_not_valid: '{label} is not a PEM file. Paste it whole, with its BEGIN and END lines.',
  json_not_valid: 'The provided JSON is not valid',
  client_email_missing: 'Please provide a client email attribute in the JSON',
  private_key_missing: 'The JSON has no private key. Paste the JSON key of a service account.',
  value_too_long: '{label} is too long. Enter at most {detail} characters.',
  masked_secret: '{label} is the mask of a stored secret. Leave it empty to keep what is stored.',
  secret_required_again: 'Enter {label} again: {detail} changed, and stored secrets are not sent to another place.',
  type_not_changeable: 'The type of a key cannot be changed: it is {detail}. Add another key.',
  changed_meanwhile: '{detail} Nothing was saved.',
  unknown_access_key: 'Unknown access key.',
  incorrect_secret_access_key: 'Incorrect secret access key.',
  incorrect_account_key: 'Incorrect account key.',
  sas_token_rejected: 'The SAS token was rejected: {detail}. Create another one.',
  container_does_not_exist: 'Container does not exist.',
  unknown_service_account: 'Google has no such service account, or it is disabled.',
  token_address_not_allowed: '{detail}. Ask an administrator to add the host to EGRESS_ALLOW.',
  incorrect_passphrase: 'Incorrect passphrase.',
  passphrase_required: 'The private key is encrypted. Enter its passphrase.',
  sha1_not_acknowledged: 'The server takes only SHA-1 signatures. Acknowledge them, or have the server updated.',
  host_key_changed: 'The host key of the server is {detail}, another one than this.',
  tls_not_offered: 'The server offers no TLS.',
  tls_required: 'The server wants the connection to be encrypted.',
  ssl_not_supported: 'The server does not support SSL.',
  ssl_required: 'The server accepts only encrypted connections. Turn on Use SSL.',
  host_not_allowed: '{detail}',
  not_supported: '{detail}',
  obtained_by_connecting: 'Keys of this type are connected, not entered: leave properties out.',
  oauth_not_configured: 'No OAuth client is configured for {detail}. Ask an administrator to add one to OAUTH_CLIENTS.',
  rejected: '{detail}',
} as const satisfies Readonly<Record<string, string>>;

export type KeyProblemId = keyof typeof KEY_PROBLEMS;

/** A problem of a key and the field that has it; null when it is none in particular. */
export type KeyProblem = { readonly typeId: KeyProblemId; readonly field: string | null; readonly message: string };

/** A problem with its text filled in. */
export function keyProblem(
  typeId: KeyProblemId,
  field: { readonly name: string; readonly label: string } | null,
  detail = '',
): KeyProblem {
  const text: string = KEY_PROBLEMS[typeId];
  const message = text.replace(/\{(label|detail)\}/g, (_, name: string) =>
    name === 'label' ? (field?.label ?? '') : detail,
  );
  return { typeId, field: field?.name ?? null, message };
}
