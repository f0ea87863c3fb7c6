-- A notification can be about a record that is no case (notices/organization).
alter table notifications add column subject text;
alter table notifications add column subject_id bigint;

-- Which kinds of notices a practice gets, and who else gets their emails (notices/settings): by the name of the kind
-- {enabled, additional_emails}. A kind that is missing, or a practice without a row, is on, without addresses.
create table notification_settings (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id),
  unique (organization_id, id)
);
