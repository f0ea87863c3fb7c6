-- A notification can be about a record that is no case (notices/organization).
alter table notifications add column subject text;
alter table notifications add column subject_id bigint;
