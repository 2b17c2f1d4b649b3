-- Integrations are connected by OAuth, too: a sign-in is for a key or for an integration.
alter table oauth_sign_in alter column key_type drop not null;
alter table oauth_sign_in add column integration_type text;
-- The integration that is connected again; null for a new one. One that is removed meanwhile is found missing by the answer.
alter table oauth_sign_in add column integration_id uuid;
alter table oauth_sign_in add constraint oauth_sign_in_subject check ((key_type is null) <> (integration_type is null));
