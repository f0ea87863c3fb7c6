-- small table: a practice has a few effects a year
-- An effect is begun by a person's call or by a job (docs/decisions/081).
alter table effects alter column user_id drop not null;
alter table effects alter column route drop not null;
-- The job that began it.
alter table effects add column job text;
alter table effects add constraint effects_cause check ((route is null) <> (job is null) and (user_id is null) = (route is null));
