-- contract: since 0.1.0, which is not released yet
-- small table: the lab has one row of settings
alter table lab_settings
  add column version integer not null default 1,
  -- Where the desktop application, training and survey are; empty: no link.
  add column desktop_download_url text not null default '',
  add column training_url text not null default '',
  add column survey_url text not null default '';

-- What a bought seat costs a month is a setting of the lab.
insert into products (id, name, price_cents) values (2, 'Seat', 0);

-- Who changed which setting, and when (organizations/lab-settings). Rows are only added.
create table lab_settings_changes (
  version integer primary key,
  -- [{ "field", "before", "after" }], as answers name them.
  changes jsonb not null,
  created_at timestamptz not null,
  created_by_user_id integer references users (id)
);
create index lab_settings_changes_by on lab_settings_changes (created_by_user_id) where created_by_user_id is not null;
