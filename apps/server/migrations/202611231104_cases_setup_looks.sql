-- Who was shown which setup of a case last: an approval looks first (cases/looks-first).
create table setup_looks (
  organization_id integer not null,
  patient_id integer not null,
  user_id integer not null references users (id),
  -- Hash of the setup's files, as a decision names it.
  setup text not null check (length(setup) <= 32),
  at timestamptz not null default now(),
  primary key (organization_id, patient_id, user_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
