-- contract: since 0.1.0, which is not released yet
-- small table: a practice has one license
-- Whose license it is; empty: the owner's. Switched off: since when devices are refused.
alter table licenses
  add column user_id integer references users (id),
  add column expiration_date date;
create index licenses_user on licenses (user_id) where user_id is not null;

-- Computers on which the desktop application signed in (licenses/device). One that is blocked takes no seat; one that was
-- removed is gone, and is new when it comes again.
create table devices (
  id integer primary key generated always as identity,
  organization_id integer not null,
  license_id integer not null,
  -- How the application names the computer; the same for good.
  device_key text not null,
  name text not null,
  details text not null default '',
  is_blocked boolean not null default false,
  last_seen_at timestamptz not null,
  last_seen_by_user_id integer references users (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id),
  unique (license_id, device_key),
  foreign key (organization_id, license_id) references licenses (organization_id, id)
);
create index devices_seen_by on devices (last_seen_by_user_id) where last_seen_by_user_id is not null;

-- How many seats a practice buys by the month, from when on (licenses/bought). Rows are only added; the newest holds.
create table bought_seats (
  organization_id integer not null references organizations (id),
  version integer not null check (version > 0),
  seats integer not null check (seats >= 0),
  created_at timestamptz not null,
  created_by_user_id integer references users (id),
  primary key (organization_id, version)
);
create index bought_seats_by on bought_seats (created_by_user_id) where created_by_user_id is not null;
