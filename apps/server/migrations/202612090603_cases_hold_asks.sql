-- A hold that the doctor was told about waits for the doctor (cases/hold); earlier ones say nothing of it.
alter table on_hold_notes add column asks_doctor boolean not null default false;
