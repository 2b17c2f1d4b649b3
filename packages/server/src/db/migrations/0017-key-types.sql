-- Keys of databases are of one type with a dialect. Sealed secrets are bound to the type under which they were sealed.
alter table key add column sealed_type text;
set local role switchboard_engine;
update key set sealed_type = type where secrets is not null;
update key set type = 'sql', properties = '{"dialect": "postgresql"}'::jsonb || properties where type = 'postgres';
reset role;
alter table key add check ((sealed_type is null) = (secrets is null));
