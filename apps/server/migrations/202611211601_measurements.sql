-- Figures taken on a case's scans. What a removed or replaced one said stands in the history; its row stays, too.
create table measurements (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  scan_kind text not null check (scan_kind in ('submission', 'setup', 'correction')),
  kind text not null check (kind in ('distance', 'angle', 'arch_width', 'tooth_size')),
  jaw text check (jaw in ('upper', 'lower')),
  arch_place text check (arch_place in ('canines', 'first_premolars', 'second_premolars', 'first_molars')),
  -- Universal numbering.
  tooth smallint check (tooth between 1 and 32),
  created_by integer not null references users (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (organization_id, id),
  check ((jaw is not null) = (kind in ('arch_width', 'tooth_size'))),
  check ((arch_place is not null) = (kind = 'arch_width')),
  check ((tooth is not null) = (kind = 'tooth_size')),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index measurements_of_case on measurements (organization_id, patient_id) where deleted_at is null;
create unique index one_arch_width_of_a_place on measurements (organization_id, patient_id, scan_kind, jaw, arch_place)
  where kind = 'arch_width' and deleted_at is null;
create unique index one_size_of_a_tooth on measurements (organization_id, patient_id, scan_kind, tooth)
  where kind = 'tooth_size' and deleted_at is null;

-- Where they were taken, in the order the points were set.
create table measurement_points (
  organization_id integer not null,
  patient_id integer not null,
  measurement_id integer not null,
  position smallint not null check (position between 1 and 3),
  file_id integer not null,
  -- Millimeters in the coordinates of the scan's file.
  x double precision not null check (x between -1000 and 1000),
  y double precision not null check (y between -1000 and 1000),
  z double precision not null check (z between -1000 and 1000),
  primary key (organization_id, measurement_id, position),
  foreign key (organization_id, measurement_id) references measurements (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
