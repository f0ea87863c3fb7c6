-- What was approved, as it was then (cases/sealed): one row a case, written with the approval and never changed.
create table case_seals (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  at timestamptz not null,
  event text not null check (event in ('approved', 'setup_completed')),
  user_id integer not null references users (id),
  approved_by text,
  approved_on date,
  rx_form_version integer,
  -- The whole form, price and setup: what they were approved as stands here, whatever becomes of them.
  form jsonb,
  price_list integer references price_lists (version),
  price_lines jsonb,
  files jsonb not null,
  measurements jsonb not null,
  unique (organization_id, id),
  unique (organization_id, patient_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index case_seals_user on case_seals (user_id);
