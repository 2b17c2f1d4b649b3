/**
 * Refusals that an object of the own account gives because of its state, by the place of the argument that names it: only an
 * object that was found gives them. A call of another place shows its object by what it answers or writes.
 */
export const OWN_REFUSALS: Readonly<Record<string, string>> = {
  'answer_publish_settings_change(change_id)': 'You requested this change',
  'deliver_held_upload(upload_id)': 'It is not held any more',
  'end_session(id)': 'This is the session that you use',
  'pause(name)': 'is paused already',
  'preview_publish_rows(changelist_id)': 'The draft has no upload',
  'preview_publish_rows(files.original_path)': 'The draft has no upload',
  'preview_repoint(from)': 'Choose another key',
  'preview_repoint(to)': 'Choose another key',
  'preview_table(changelist_id)': 'The draft has no table',
  'preview_table(files.original_path)': 'The draft has no table',
  'removeUserFromAccountV2(email)': 'You cannot remove yourself',
  'replay_received_mail(id)': 'The mail has a path already',
  'repoint_key(from)': 'Choose another key',
  'repoint_key(to)': 'Choose another key',
  'rollback_changelist(changelist_id)': 'This version is the published one',
  'run_bulk_change(id)': 'The bulk change was run by another request already',
  'run_download(name)': 'has report dates: choose one',
  'run_upload(id)': 'The upload was not delivered by schedule',
  'saveAccountRole(roleId)': 'Ask a person who has it',
  'save_audit_stream(id)': 'Enter the signing secret again',
  'save_emailmatch(recipient)': 'The path must be an S3 valid path',
  'save_emailrecipient(recipient)': 'Email is required',
  'save_flow(id)': 'Only test runs can be archived',
  'save_sso_connection(id)': 'Enter the client secret again',
  'set_sso_only(id)': 'Sign in through this connection once first',
  'test_audit_stream(id)': 'unknown host',
  'verify_sso_domain(id)': 'No name server answered',
};
