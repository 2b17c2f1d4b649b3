-- An act that waits for what runs is recorded when it comes about. The beginning of its transaction would place it before what it waited for.
alter table event alter column created set default clock_timestamp();
