-- Corrections of trays (docs/product/corrections.md): a tray that does not fit joins the open request of its case.
create table flawed_trays (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  customer_request_id integer not null,
  -- 1 awaiting fix, 2 corrected.
  status_id integer not null default 1 check (status_id in (1, 2)),
  jaw_type_id integer not null check (jaw_type_id in (1, 2)),
  -- Who prints the corrected tray: 1 own lab, 2 in-office, 3 third party.
  print integer not null default 2 check (print between 1 and 3),
  insert_brackets boolean not null default false,
  expedited_shipping boolean not null default false,
  cause text check (cause in ('scan','setup','print','post_cure','seating','transit')),
  remark text not null default '',
  -- Where the corrected tray ships to, if a lab prints it; the main location without it.
  location_id integer,
  -- The IOS file that the tray was made from, the setup of the arch, and the file that replaces it.
  file_id integer,
  stl_file_id integer,
  corrected_file_id integer,
  corrected_at timestamptz,
  created_by_user_id integer references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  check ((status_id = 2) = (corrected_file_id is not null)),
  check ((status_id = 2) = (corrected_at is not null)),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, customer_request_id) references customer_requests (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id),
  foreign key (organization_id, stl_file_id) references patient_files (organization_id, id),
  foreign key (organization_id, corrected_file_id) references patient_files (organization_id, id)
);
create index flawed_trays_patient on flawed_trays (organization_id, patient_id);
create index flawed_trays_request on flawed_trays (organization_id, customer_request_id);
create index flawed_trays_file on flawed_trays (organization_id, file_id) where file_id is not null;
create index flawed_trays_stl_file on flawed_trays (organization_id, stl_file_id) where stl_file_id is not null;
create index flawed_trays_corrected_file on flawed_trays (organization_id, corrected_file_id) where corrected_file_id is not null;
create index flawed_trays_location on flawed_trays (organization_id, location_id) where location_id is not null;
create index flawed_trays_created on flawed_trays (created_at desc, id desc);
create index flawed_trays_created_by on flawed_trays (created_by_user_id) where created_by_user_id is not null;
-- An arch waits for its fix once a request.
create unique index flawed_trays_waiting on flawed_trays (organization_id, customer_request_id, jaw_type_id) where status_id = 1;

-- The work on the flawed trays of a request: 1 New, 2 In Progress, 3 Completed; empty without any.
alter table customer_requests add column flawed_trays_status_id integer;
alter table customer_requests add column flawed_trays_status_updated_at timestamptz;
-- The notice that the last tray is corrected is sent once a request.
alter table customer_requests add column flawed_trays_told_at timestamptz;
alter table customer_requests add constraint customer_requests_flawed_status check (flawed_trays_status_id between 1 and 3) not valid;
alter table customer_requests add constraint customer_requests_flawed_since
  check ((flawed_trays_status_id is null) = (flawed_trays_status_updated_at is null)) not valid;

-- That work is a workflow of its own kind.
alter table tech_workflows add column customer_request_id integer;
alter table tech_workflows add constraint tech_workflows_request
  foreign key (organization_id, customer_request_id) references customer_requests (organization_id, id) not valid;
alter table tech_workflows add constraint tech_workflows_flawed_kind check ((kind = 'flawed_tray') = (customer_request_id is not null)) not valid;

-- The item of a print that replaces a flawed tray.
alter table printing_request_items add column flawed_tray_id integer;
alter table printing_request_items add constraint printing_request_items_flawed_tray
  foreign key (organization_id, flawed_tray_id) references flawed_trays (organization_id, id) not valid;
-- Who makes an item, where that is not who makes the rest of the print: an in-office print of which the lab prints a
-- corrected tray keeps its other items in the office (corrections/print).
alter table printing_request_items add column assignment integer;
alter table printing_request_items add constraint printing_request_items_maker check (assignment between 1 and 3) not valid;
