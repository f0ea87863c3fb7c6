-- The file of a bracket library (rx-form/library-files); libraries that were added before have none.
alter table bracket_libraries
  add column storage_key text,
  add column file_name text,
  add column file_size bigint,
  add column uploaded_at timestamptz;
alter table bracket_libraries add constraint bracket_libraries_file
  check (num_nulls(storage_key, file_name, file_size, uploaded_at) in (0, 4)) not valid;

-- Such a file is uploaded like those of cases.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in ('scan','photo','report','library')) not valid;

-- The people whom the lab calls or writes to at a practice, in the order of the list (organizations/contacts). The list is
-- saved as a whole: its version is the practice's, and a practice without a row has version 1.
create table practice_contact_lists (
  organization_id integer primary key references organizations (id),
  version integer not null,
  updated_at timestamptz not null
);
create table practice_contacts (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  position integer not null,
  first_name text not null,
  last_name text not null,
  title text not null,
  email text not null,
  phone_number text not null,
  notes text not null,
  -- Invited from the list as a member, which happens once.
  is_create_account boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id)
);
create index practice_contacts_order on practice_contacts (organization_id, position);

-- Where the invoices of a practice go (organizations/billing-address).
create table billing_addresses (
  organization_id integer primary key references organizations (id),
  version integer not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  street_address text not null,
  street_address_line_2 text not null,
  city text not null,
  state text not null,
  country text not null,
  zip_code text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
