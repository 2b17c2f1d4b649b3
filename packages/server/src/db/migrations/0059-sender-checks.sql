-- Who sent a received mail, as far as DNS knows: results of RFC 8601, and what the domain in From asks receivers to do with mail
-- that fails. Null where senders were not checked.
alter table received_mail
  add column spf text check (spf in ('pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror')),
  add column dkim text check (dkim in ('pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror')),
  add column dmarc text check (dmarc in ('pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror')),
  add column dmarc_policy text check (dmarc_policy in ('none', 'quarantine', 'reject')),
  -- Whether the checks let no rule take it.
  add column forged boolean not null default false;
