-- A new address of somebody who has one waits in the token until it is verified; the old one holds until then. A code for the
-- desktop application opens one `GET /me`.
alter table one_time_tokens add column email text;
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('verification','reset','initial','email','desktop'));

-- Where else a person of the lab wants to be told.
alter table users add column additional_emails text[] not null default '{}';

-- Who waived the start-up fee; when it was settled stands in startup_fee_settled_at.
alter table organizations add column startup_fee_waived_by integer references users (id);
-- When the last step of the onboarding was done.
alter table organizations add column onboarded_at timestamptz;
-- The person of the lab who looks after a practice.
alter table organizations add column customer_service_manager_id integer references users (id);
create index organizations_search on organizations using gin ((plain(name || ' ' || account_number)) gin_trgm_ops);

-- One message to practices, one to the lab; an empty body shows nothing.
create table announcements (
  id integer primary key generated always as identity,
  visibility text not null unique check (visibility in ('doctor','internal')),
  body text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  last_updated_by integer references users (id)
);
insert into announcements (visibility) values ('doctor'), ('internal');

-- What holds for the whole lab and may change while the portal runs: one row.
create table lab_settings (
  id boolean primary key default true check (id),
  registration_fee_cents integer not null default 20000 check (registration_fee_cents >= 0),
  credit_card_fee_percent numeric(5, 2) not null default 1.49 check (credit_card_fee_percent >= 0),
  tax_state text not null default '',
  tax_rate_percent numeric(5, 3) not null default 0 check (tax_rate_percent >= 0),
  promotion_enabled boolean not null default false,
  promotion_text text not null default '',
  promotion_link text not null default '',
  -- Sibling applications of the apps menu: [{ "name", "link" }].
  apps jsonb not null default '[]'
);
insert into lab_settings default values;
