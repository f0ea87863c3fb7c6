-- Work after approval: customer requests, their prints and what is printed.
create table customer_requests (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  status_id integer not null default 1 check (status_id between 1 and 3),
  created_by_user_id integer references users (id),
  cancel_reason text not null default '',
  completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index customer_requests_patient on customer_requests (organization_id, patient_id);

create table printing_requests (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  customer_request_id integer not null,
  status_id integer not null default 1 check (status_id between 1 and 4),
  -- Who prints: 1 own lab, 2 in-office, 3 third party.
  assignment integer not null check (assignment between 1 and 3),
  location_id integer,
  shipping_method text,
  expected_arrival_date date,
  delivery_date_from date,
  delivery_date_to date,
  ship_date date,
  tracking_number text,
  custom_shipping_fee_cents integer check (custom_shipping_fee_cents >= 0),
  patient_label_printed_at timestamptz,
  shipping_label_printed_at timestamptz,
  completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  unique (organization_id, customer_request_id),
  -- A parcel that left has its number (requests/complete).
  check (status_id <> 3 or assignment = 2 or tracking_number is not null),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, customer_request_id) references customer_requests (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
create index printing_requests_patient on printing_requests (organization_id, patient_id);
create index printing_requests_newest on printing_requests (updated_at desc, id desc);

create table printing_request_items (
  id integer primary key generated always as identity,
  organization_id integer not null,
  printing_request_id integer not null,
  jaw_type_id integer not null check (jaw_type_id in (1, 2)),
  content_type_id integer not null check (content_type_id between 1 and 5),
  insert_brackets boolean not null default false,
  file_id integer,
  foreign key (organization_id, printing_request_id) references printing_requests (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
create index printing_request_items_request on printing_request_items (organization_id, printing_request_id);

-- The work on a print is a workflow of its own kind.
alter table tech_workflows add column printing_request_id integer;
alter table tech_workflows add foreign key (organization_id, printing_request_id) references printing_requests (organization_id, id);
create unique index tech_workflows_print on tech_workflows (organization_id, printing_request_id) where printing_request_id is not null;
