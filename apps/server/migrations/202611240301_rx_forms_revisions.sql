-- Changes of submitted Rx forms, and who read them (rx-form/revisions).
create table rx_form_revisions (
  organization_id integer not null,
  patient_id integer not null,
  -- The form's version since this change.
  version integer not null,
  at timestamptz not null,
  user_id integer references users (id),
  user_name text not null,
  after_approval boolean not null,
  -- What people read: field, label, from, to.
  changes jsonb not null,
  -- The whole form as it was before.
  before jsonb not null,
  primary key (organization_id, patient_id, version),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);

-- Up to which version somebody has confirmed to have read a form's changes, each time they did.
create table rx_form_reads (
  organization_id integer not null,
  patient_id integer not null,
  version integer not null,
  user_id integer not null references users (id),
  user_name text not null,
  at timestamptz not null,
  primary key (organization_id, patient_id, version, user_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
