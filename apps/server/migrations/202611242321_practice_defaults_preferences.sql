-- What a practice usually chooses (rx-form/preferences); one without a row has what every practice begins with.
create table rx_form_preferences (
  id integer primary key generated always as identity,
  organization_id integer not null unique references organizations (id),
  version integer not null default 1,
  default_doctor_id integer references users (id),
  location_id integer,
  jaws_id integer not null default 3 check (jaws_id between 1 and 3),
  impression_type integer check (impression_type in (1, 2, 4)),
  scan_submission_type integer not null default 1 check (scan_submission_type in (1, 2)),
  scanner_type integer not null default 1 check (scanner_type in (1, 2, 3, 4, 5, 7)),
  custom_scanner_type_name text not null default '',
  products_list integer not null default 0,
  addon_options integer not null default 0,
  arch_mode integer not null default 1 check (arch_mode between 1 and 4),
  export_type integer check (export_type between 1 and 3),
  root_integration boolean not null default false,
  -- Who may do the work, and who usually does: 1 the lab, 2 the practice, 3 its partner.
  allowed_assignments integer[] not null default '{1,2,3}',
  submission_completed_by integer not null default 1,
  allowed_print_assignments integer[] not null default '{1,2,3}',
  print_assignment integer not null default 1,
  allowed_insert_brackets_assignments integer[] not null default '{1,2,3}',
  insert_brackets_assignment integer not null default 1,
  shipping_location_id integer,
  shipping_method text not null default 'standard',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  foreign key (organization_id, shipping_location_id) references locations (organization_id, id),
  check (submission_completed_by = any (allowed_assignments)),
  check (print_assignment = any (allowed_print_assignments)),
  check (insert_brackets_assignment = any (allowed_insert_brackets_assignments))
);

-- Sets of brackets that a practice bonds (rx-form/libraries); their files come with the calls that manage them.
create table bracket_libraries (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  version integer not null default 1,
  name text not null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index bracket_libraries_name on bracket_libraries (organization_id, plain(name)) where deleted_at is null;

-- Whose cases may name a library; nobody here: everybody's.
create table bracket_library_members (
  organization_id integer not null,
  bracket_library_id integer not null,
  user_id integer not null references users (id),
  primary key (organization_id, bracket_library_id, user_id),
  foreign key (organization_id, bracket_library_id) references bracket_libraries (organization_id, id)
);
create index bracket_library_members_user on bracket_library_members (user_id);
