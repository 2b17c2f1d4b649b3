-- Routes of health, which an account's url name must not take.
insert into reserved_url_name (name) values ('live'), ('ready') on conflict do nothing;
