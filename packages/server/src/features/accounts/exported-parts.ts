import { type RawBuilder, sql } from 'kysely';

/** One kind of rows of an export. */
export type ExportedPart = {
  readonly kind: string;
  /** Its rows, of the account of the transaction, each with a text `sort_key` of its own by which they are paged. */
  readonly rows: RawBuilder<Readonly<Record<string, unknown>> & { readonly sort_key: string }>;
};

type Part = ExportedPart['rows'];
const part = (kind: string, rows: Part): ExportedPart => ({ kind, rows });

/**
 * The definitions of an account: what its people wrote and set up. Without secrets, runs, rows, files and the audit log, each of which has
 * a way out of its own or none.
 */
export const EXPORTED_PARTS: readonly ExportedPart[] = [
  part(
    'account',
    sql`select id::text as sort_key, url_name, name, status, created, requires_approval, show_download_summary, contracted_row_count,
      default_deadline_time, default_deadline_timezone, daily_summary_time, daily_summary_timezone, daily_summary_recipients
      from account where id = nullif(current_setting('app.account_id', true), '')::uuid`,
  ),
  part('role', sql`select id::text as sort_key, name, permissions, created from account_role`),
  part(
    'user',
    sql`select p.id::text as sort_key, p.id, p.name, p.email,
        array_agg(coalesce(m.role, r.name) order by coalesce(m.role, r.name)) as roles
      from membership m join person p on p.id = m.person_id
      left join account_role r on r.account_id = m.account_id and r.id = m.role_id group by p.id, p.name, p.email`,
  ),
  part(
    'directory_user',
    sql`select id::text as sort_key, external_id, given_name, family_name, active, roles, created from provisioned_user`,
  ),
  part(
    'key',
    sql`select id::text as sort_key, id, name, type, status, description, properties, created, updated, expires from key`,
  ),
  part('key_alias', sql`select name as sort_key, name, key_id, created from key_alias`),
  part(
    'service_token',
    sql`select id::text as sort_key, name, may_publish, manages_users, may_fetch_new_downloads, created, created_by, expires, last_used, revoked
      from service_token`,
  ),
  part(
    'integration',
    sql`select i.id::text as sort_key, i.type, i.public_authorization, i.configuration, i.created, i.updated,
        (select coalesce(jsonb_agg(jsonb_build_object('configuration', f.configuration, 'production', f.production,
            'backfills', f.backfills, 'proofs', f.proofs, 'late_uploads', f.late_uploads) order by f.place), '[]')
          from integration_filter f where f.integration_id = i.id) as filters
      from integration i`,
  ),
  part(
    'mail_recipient',
    sql`select r.id::text as sort_key, r.address, r.created, r.deleted,
        (select coalesce(jsonb_agg(jsonb_build_object('path', u.path, 'sender_glob', u.sender_glob, 'sender_regex', u.sender_regex,
            'subject_glob', u.subject_glob, 'subject_regex', u.subject_regex) order by u.match_order), '[]')
          from ingest_rule u where u.recipient_id = r.id) as rules
      from ingest_recipient r`,
  ),
  part(
    'single_sign_on',
    sql`select id::text as sort_key, kind as protocol, name, settings, default_role, enabled, sso_only, created, updated from sso_connection`,
  ),
  part('mail_domain', sql`select id::text as sort_key, domain, verified, created from sso_domain`),
  part(
    'audit_stream',
    sql`select id::text as sort_key, type, address, host, enabled, created, updated from audit_stream`,
  ),
  part(
    'download_declaration',
    sql`select id::text as sort_key, name, project, connector, key_id, status, status_reason from download_declaration`,
  ),
  part(
    'upload_declaration',
    sql`select id::text as sort_key, name, project, connector, destination, key_id, status, status_reason from upload_declaration`,
  ),
  part(
    'source_contract',
    sql`select source || ' ' || table_name as sort_key, source, table_name, contract, contract_on, contract_by from source_columns
      where contract is not null`,
  ),
  part(
    'version',
    sql`select c.id::text as sort_key, c.id, c.description, c.status, c.branched_from, c.base_id, c.created_on, c.created_by,
        c.published_on, c.published_by, c.approved_on, c.approved_by,
        (select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'sha256', f.sha256) order by f.path), '[]')
          from changelist_file f where f.changelist_id = c.id) as files
      from changelist c`,
  ),
  part('file', sql`select sha256 as sort_key, sha256, text from script_text`),
  part(
    'review',
    sql`select id::text as sort_key, changelist_id, version, kind as answer, note, person_id, created from draft_review`,
  ),
  part(
    'comment',
    sql`select id::text as sort_key, changelist_id, thread_id, path, line, body, created, created_by, resolved from draft_comment
      where deleted is null`,
  ),
  part(
    'backfill',
    sql`select id::text as sort_key, title, description, start_date, end_date, upload_names, download_names, status, created_by, created_on
      from backfill`,
  ),
];
