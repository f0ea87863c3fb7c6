-- small table: organizations has tens of thousands of rows at most

-- Types of organizations, which the lab tells apart (organizations/types).
create table organization_types (
  id integer primary key generated always as identity,
  name text not null check (name ~ '^.{2,20}$'),
  created_at timestamptz not null default now()
);
create unique index organization_types_name on organization_types (lower(name));
insert into organization_types (name)
  values ('DSO'), ('General Dentist'), ('Oral Surgeon'), ('Orthodontist'), ('Pediatric Dentist'), ('Prosthodontist');

alter table organizations add column organization_type_id integer references organization_types (id);
-- What the lab notes about an organization, exactly as it was entered (organizations/notes).
alter table organizations add column management_notes text not null default '';

-- The list of organizations by name: page after page from one index, archived ones from another.
create index organizations_listed on organizations (kind, plain(name), id) where deleted_at is null;
create index organizations_archived on organizations (kind, plain(name), id) where deleted_at is not null;
create index organizations_customer_service_manager on organizations (customer_service_manager_id)
  where customer_service_manager_id is not null;
