-- Prices of a practice's own (rx-form/own-prices): one field of the price list, in cents. Rows are only added. A version is
-- one change, which may concern several fields; of each field the newest row holds, and a value of null is the list's again.
create table price_overrides (
  organization_id integer not null references organizations (id) on delete cascade,
  version integer not null check (version > 0),
  -- The place in the list: arch.print.
  field text not null,
  value jsonb,
  created_at timestamptz not null default now(),
  created_by integer references users (id),
  primary key (organization_id, version, field),
  check (case when field = 'arch_volume_discounts' then jsonb_typeof(value) = 'array' else value::text ~ '^[0-9]+$' end)
);
create index price_overrides_by on price_overrides (created_by) where created_by is not null;

-- The version of the practice's own prices that a case is priced by; 0: none of its own.
alter table rx_forms add column price_overrides integer not null default 0;
alter table case_seals add column price_overrides integer not null default 0;
