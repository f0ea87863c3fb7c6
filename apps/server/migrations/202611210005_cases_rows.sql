-- One ready row a case: lists, counts and the board read nothing else (docs/decisions/005). `row` is the JSON of the list.
create table case_rows (
  patient_id integer primary key,
  organization_id integer not null,
  doctor_id integer,
  created_by_user_id integer,
  partner_organization_id integer,
  patient_status_id integer not null,
  rx_status_id integer,
  submission_completed_by integer,
  assignments integer[] not null default '{}',
  impression_type integer,
  products_list integer not null default 0,
  location_id integer,
  is_on_hold boolean not null,
  rush_case boolean not null,
  archived boolean not null,
  cancelled boolean not null,
  -- Rx form New, In Progress or Pending, or an open customer request; not archived, not cancelled (work/lab-list).
  active boolean not null,
  last_name text not null,
  case_number_text text not null,
  doctor_name text not null,
  organization_name text not null,
  search_text text not null,
  ship_date date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  setup_completed_at timestamptz,
  completed_at timestamptz,
  row jsonb not null,
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index case_rows_created on case_rows (created_at desc, patient_id desc);
create index case_rows_organization_created on case_rows (organization_id, created_at desc, patient_id desc);
create index case_rows_organization_status on case_rows (organization_id, patient_status_id, created_at desc);
create index case_rows_updated on case_rows (updated_at desc, patient_id desc);
create index case_rows_working_list on case_rows (ship_date, created_at, patient_id)
  where active and not is_on_hold;
create index case_rows_partner on case_rows (partner_organization_id, ship_date) where partner_organization_id is not null;
create index case_rows_search on case_rows using gin (search_text gin_trgm_ops);

-- Instants leave the server in one form: ISO 8601, UTC, milliseconds.
create function iso(instant timestamptz) returns text language sql immutable parallel safe strict
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
