-- Uploads on their way in, and the files of cases. Storage keys are made by the server; names of users are only data.
create table uploads (
  file_path text primary key,
  organization_id integer not null references organizations (id),
  user_id integer not null references users (id),
  -- Null while the case does not exist yet (intake form).
  patient_id integer,
  purpose text not null check (purpose in ('scan','photo','report')),
  name text not null,
  size bigint not null check (size > 0),
  content_type text not null,
  sha256 text not null,
  part_size integer,
  parts integer not null default 1,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  registered_at timestamptz
);
create index uploads_waiting on uploads (created_at) where registered_at is null;

create table patient_files (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  patient_file_type_id integer not null check (patient_file_type_id between 1 and 4),
  kind text check (kind in ('submission','setup','correction')),
  jaws_id integer check (jaws_id between 1 and 3),
  name text not null,
  original_name text not null,
  caption text not null default '',
  size bigint not null,
  sha256 text not null,
  content_type text not null,
  storage_key text not null unique,
  mesh_key text,
  thumbnail_key text,
  display_key text,
  processing text not null default 'waiting' check (processing in ('waiting','ready','flagged','kept')),
  problem text,
  report jsonb,
  viewer_id text,
  uploaded_by integer references users (id),
  file_modification_date timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index patient_files_patient on patient_files (organization_id, patient_id);
create index patient_files_scene on patient_files (viewer_id) where viewer_id is not null;
create index patient_files_same_bytes on patient_files (organization_id, sha256) where thumbnail_key is not null;
