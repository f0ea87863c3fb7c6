-- Codes that take something off the start-up fee (type 1) or the monthly fee (type 2). The lab's own: no organization.
create table promotion_codes (
  id integer primary key generated always as identity,
  code text not null check (code ~ '^[A-Z0-9-]{3,40}$'),
  -- Cents when it is fixed, else hundredths of a percent.
  value integer not null check (value > 0),
  is_fixed boolean not null,
  promotion_code_type_id integer not null check (promotion_code_type_id in (1, 2)),
  is_active boolean not null default true,
  expires_at date,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_fixed or value <= 10000)
);
create unique index promotion_codes_code on promotion_codes (code) where deleted_at is null;
create index promotion_codes_expiry on promotion_codes (expires_at desc nulls last, id desc) where deleted_at is null;
