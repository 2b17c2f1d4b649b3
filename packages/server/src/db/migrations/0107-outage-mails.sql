-- Mails to administrators when a part of the installation ceases to work, and when it works again. The newest one about a part says
-- whether they know.
alter table mail drop constraint mail_kinds;
alter table mail add constraint mail_kinds
  check (kind in ('password_reset', 'daily_summary', 'factors_changed', 'factors_reset', 'factor_link', 'new_device',
    'address_changed', 'invitation', 'outage'));
create index mail_of_outage on mail ((detail ->> 'part'), created desc) where kind = 'outage';
