-- What the desktop application notes about a treatment; read here, never written (cases/treatment-notes).
create table treatment_notes (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  note text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index treatment_notes_of_case on treatment_notes (organization_id, patient_id);
