-- Trays of up to eight cases that the lab prints and ships together (trays/of-eight). The lab's own, across organizations.
create table case_trays (
  id integer primary key generated always as identity,
  tray_number text not null check (tray_number ~ '^[A-Z0-9]{1,10}$'),
  -- The Tray ID under which it ships (trays/tray-id).
  shipping_id_text text unique,
  created_by_user_id integer not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index case_trays_number on case_trays (tray_number) where deleted_at is null;
create index case_trays_list on case_trays (created_at desc, id desc) where deleted_at is null;
create index case_trays_archived on case_trays (created_at desc, id desc) where deleted_at is not null;
create index case_trays_created_by on case_trays (created_by_user_id);

-- What lies, or lay, in a tray: a case is in one at a time, and an archived tray still says what was in it.
create table case_tray_cases (
  organization_id integer not null,
  patient_id integer not null,
  case_tray_id integer not null references case_trays (id),
  position smallint not null check (position between 1 and 8),
  left_at timestamptz,
  primary key (organization_id, patient_id, case_tray_id),
  unique (case_tray_id, position),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create unique index case_tray_cases_now on case_tray_cases (organization_id, patient_id) where left_at is null;

-- The last Tray ID of each year of the lab.
create table tray_id_sequences (
  year smallint primary key,
  last integer not null
);
