-- Links that show one scene of a case to somebody without an account, without the patient's name. Tokens are stored hashed.
create table share_links (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  kind text not null check (kind in ('submission','setup','correction')),
  token_hash bytea not null unique,
  -- What its maker calls it: "Dr. Example", "the parents".
  label text not null default '',
  created_by integer not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz,
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index share_links_patient on share_links (organization_id, patient_id);
