-- People, organizations, memberships, sessions. Times are timestamptz in UTC; ids are integers; names of rows are the API's.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() is only STABLE because its dictionary could change; ours does not, and indexes need IMMUTABLE.
create function plain(value text) returns text language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

create table users (
  id integer primary key generated always as identity,
  first_name text not null,
  last_name text not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  email text not null,
  username text,
  account_number text not null,
  password_hash text,
  role text check (role in ('super_admin','admin','tech_support','supervisor','lab_partner','doctor','staff_member')),
  custom_permissions text[] not null default '{}',
  time_zone text,
  email_verified_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create unique index users_account_number on users (lower(account_number));
create index users_name on users (last_name, first_name, id);
create sequence user_account_numbers;

create table organizations (
  id integer primary key generated always as identity,
  name text not null,
  account_number text not null unique,
  -- A practice submits cases; a partner is a third-party lab that practices may name.
  kind text not null default 'practice' check (kind in ('practice','partner')),
  third_party_partner_id integer references organizations (id),
  startup_fee_settled_at timestamptz,
  rush_case_enabled boolean not null default true,
  suspended_at timestamptz,
  disabled_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index organizations_partner on organizations (third_party_partner_id);
create sequence organization_account_numbers;

create table memberships (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  user_id integer not null references users (id),
  role text not null check (role in ('organization_owner','organization_manager','organization_member')),
  custom_permissions text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (organization_id, user_id)
);
create index memberships_user on memberships (user_id);

create table locations (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  location_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  street_address text not null,
  street_address_line_2 text not null default '',
  city text not null,
  state text not null,
  zip_code text not null,
  country text not null default 'USA',
  is_main boolean not null default false,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index locations_main on locations (organization_id) where is_main;

create table location_users (
  organization_id integer not null,
  location_id integer not null,
  user_id integer not null references users (id),
  primary key (location_id, user_id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);

-- Opaque random tokens, stored hashed; `channel` is the login page that made it.
create table sessions (
  id bigint primary key generated always as identity,
  token_hash bytea not null unique,
  user_id integer not null references users (id),
  remember_me boolean not null default false,
  management boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address text not null default '',
  user_agent text not null default ''
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_expiry on sessions (expires_at);

create table login_failures (
  id bigint primary key generated always as identity,
  account text not null,
  address text not null,
  at timestamptz not null default now()
);
create index login_failures_account on login_failures (account, at);
create index login_failures_address on login_failures (address, at);
