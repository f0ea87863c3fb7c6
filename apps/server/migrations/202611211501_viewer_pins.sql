-- Comments at points of a case's scans. A removed one keeps its row: its number is not given again.
create table pins (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  number integer not null check (number > 0),
  file_id integer not null,
  -- Millimeters in the coordinates of the scan's file.
  x double precision not null check (x between -1000 and 1000),
  y double precision not null check (y between -1000 and 1000),
  z double precision not null check (z between -1000 and 1000),
  text text not null check (length(text) between 1 and 1000),
  created_by integer not null references users (id),
  created_at timestamptz not null,
  done_by integer references users (id),
  done_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  unique (organization_id, patient_id, number),
  check ((done_at is null) = (done_by is null)),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
