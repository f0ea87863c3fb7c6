-- The case: patient record, Rx form, work, holds. Tenant tables refer to each other by (organization_id, id), so that a
-- row of one organization can never point to a row of another.
create table patients (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  -- The doctor.
  user_id integer references users (id),
  created_by_user_id integer references users (id),
  -- The third-party lab that some part of the case is assigned to; it sees the case.
  partner_organization_id integer references organizations (id),
  first_name text not null,
  last_name text not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  name_key text not null generated always as (plain(first_name) || ' ' || plain(last_name)) stored,
  numeric_suffix integer check (numeric_suffix > 0),
  case_number_text text not null default '',
  patient_status_id integer not null check (patient_status_id between 1 and 5),
  status_updated_at timestamptz not null default now(),
  setup_completed_at timestamptz,
  completed_at timestamptz,
  is_on_hold boolean not null default false,
  doctor_notes text not null default '',
  management_notes text not null default '',
  internal_notes text not null default '',
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);
-- One suffix per name in an organization, archived cases included.
create unique index patients_name_suffix on patients (organization_id, name_key, coalesce(numeric_suffix, 0));
create index patients_doctor on patients (organization_id, user_id);

create table rx_forms (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  status_id integer not null check (status_id between 1 and 5),
  status_updated_at timestamptz not null default now(),
  created_by_user_id integer references users (id),
  location_id integer,
  impression_date date not null,
  submission_completed_by integer not null check (submission_completed_by between 1 and 3),
  impression_type integer not null check (impression_type in (1, 2, 4)),
  scan_submission_type integer check (scan_submission_type in (1, 2)),
  scanner_type integer check (scanner_type between 1 and 7),
  custom_scanner_type_name text not null default '',
  products_list integer not null default 0,
  addon_options integer not null default 0,
  order_more_supplies boolean not null default false,
  boxes integer,
  box_size text check (box_size in ('small','large')),
  impression_baggies integer,
  jaws_id integer not null check (jaws_id between 1 and 3),
  arch_mode integer not null check (arch_mode between 1 and 4),
  rush_case boolean not null default false,
  rush_case_authorized_by text not null default '',
  export_type integer check (export_type between 1 and 3),
  print_assignment integer check (print_assignment between 1 and 3),
  insert_brackets_assignment integer check (insert_brackets_assignment between 1 and 3),
  root_integration boolean not null default false,
  bracket_libraries integer[] not null default '{}',
  bonding_date date,
  arrival_date date,
  ship_date date,
  shipping_location_id integer,
  shipping_method text,
  special_instructions text not null default '',
  ready_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  unique (organization_id, patient_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  foreign key (organization_id, shipping_location_id) references locations (organization_id, id)
);
create index rx_forms_created on rx_forms (organization_id, created_at desc, id desc);
create index rx_forms_newest on rx_forms (created_at desc, id desc);

-- What a person typed into Start A Case and did not submit yet.
create table rx_form_drafts (
  organization_id integer not null references organizations (id),
  user_id integer not null references users (id),
  data jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);

create table tech_workflows (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  kind text not null check (kind in ('initial_case_setup','printing_request','flawed_tray')),
  assigned_to integer references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index tech_workflows_patient on tech_workflows (organization_id, patient_id);

create table tech_workflow_processes (
  id integer primary key generated always as identity,
  organization_id integer not null,
  tech_workflow_id integer not null,
  position integer not null,
  step text not null,
  process text not null,
  user_id integer references users (id),
  started_at timestamptz,
  finished_at timestamptz,
  unique (tech_workflow_id, position),
  check (finished_at is null or (started_at is not null and started_at < finished_at)),
  foreign key (organization_id, tech_workflow_id) references tech_workflows (organization_id, id)
);
create index tech_workflow_processes_workflow on tech_workflow_processes (organization_id, tech_workflow_id);

create table on_hold_notes (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  name text not null,
  note text not null,
  is_on_hold_reason boolean not null,
  created_at timestamptz not null default now(),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index on_hold_notes_patient on on_hold_notes (organization_id, patient_id);
