-- How people placed the arches of a scene: each version stays, the newest counts.
create table bites (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  scan_kind text not null check (scan_kind in ('submission', 'setup', 'correction')),
  version integer not null check (version between 1 and 100000),
  method text not null check (method in ('as_files_lie', 'by_hand', 'three_points', 'buccal_bite', 'as_submitted', 'by_shape')),
  created_by integer not null references users (id),
  created_at timestamptz not null,
  unique (organization_id, id),
  unique (organization_id, patient_id, scan_kind, version),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);

-- Where each scan stands: nine numbers of a rotation, row by row, and millimeters that are added then.
create table bite_places (
  organization_id integer not null,
  patient_id integer not null,
  bite_id integer not null,
  file_id integer not null,
  rotation double precision[] not null check (array_length(rotation, 1) = 9),
  "offset" double precision[] not null check (array_length("offset", 1) = 3),
  primary key (organization_id, bite_id, file_id),
  foreign key (organization_id, bite_id) references bites (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
