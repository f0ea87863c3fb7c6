-- contract: since 0.1.0, which is not released yet
-- small table: a practice has one contract and one order a month
-- Rates have up to four decimals (docs/billing.md).
alter table lab_settings alter column tax_rate_percent type numeric(7, 4), alter column credit_card_fee_percent type numeric(7, 4);
alter table orders alter column tax_rate_percent type numeric(7, 4), alter column card_fee_percent type numeric(7, 4);

-- The day of the month on which a contract closes its orders, also after a month that is too short for it.
alter table contracts add column billing_day integer check (billing_day between 1 and 31);
update contracts set billing_day = extract(day from initial_payment_date + 30)::int;
alter table contracts alter column billing_day set not null;
-- Contracts of before close for the first time after today; the lab's zone is not known here: the day is that of UTC.
update contracts c set next_payment_date = (
    select min(m.first + least(c.billing_day, extract(day from m.first + interval '1 month' - interval '1 day')::int) - 1)
    from (select (date_trunc('month', c.initial_payment_date + 30) + n * interval '1 month')::date as first
      from generate_series(0, 1200) n) m
    where m.first + least(c.billing_day, extract(day from m.first + interval '1 month' - interval '1 day')::int) - 1
      > greatest((now() at time zone 'UTC')::date, c.initial_payment_date + 29)),
  updated_at = now();

-- Which layout the next orders of a practice get (billing/layouts).
alter table organizations add column template_version integer not null default 2 check (template_version in (1, 2));

-- What the paper of a closed order says besides its lines: the practice and its billing address as they were.
alter table orders add column paper jsonb;
alter table order_lines
  -- The row of the ledger that it is; fee, prices and who caused it are there.
  add column charge_id integer,
  add column details text not null default '',
  -- The case of the line as it was at the closing, for the blocks by patient.
  add column patient jsonb,
  -- Of a reduction that took off less than it could: what was left of it.
  add column not_taken_cents integer not null default 0 check (not_taken_cents >= 0),
  add column action_date date,
  add column start_date date,
  add column end_date date,
  add column periodic_rule_id integer,
  add column credit_version integer,
  add foreign key (organization_id, charge_id) references charges (organization_id, id);
create unique index order_lines_charge on order_lines (charge_id) where charge_id is not null;

-- What the paper of an order needs a product for.
insert into products (id, name, price_cents) values (3, 'Monthly Fee', 0), (4, 'Case', 0), (5, 'Print', 0), (6, 'Shipping', 0), (7, 'Rush', 0);

-- Charges (above zero) and discounts (below zero) that come with every monthly order whose closing day is one of theirs.
create table periodic_rules (
  id integer primary key generated always as identity,
  organization_id integer not null,
  contract_id integer not null,
  cents integer not null check (cents <> 0),
  custom_description text not null,
  is_active boolean not null,
  applied_from date,
  applied_to date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, contract_id) references contracts (organization_id, id),
  check (applied_to >= applied_from)
);
create index periodic_rules_contract on periodic_rules (organization_id, contract_id);

-- The credit of a practice: one balance, replaced as a whole. What is left is its value less what closed orders used of it.
create table organization_credits (
  organization_id integer not null references organizations (id),
  version integer not null check (version > 0),
  cents bigint not null check (cents >= 0),
  valid_from date,
  valid_to date,
  created_at timestamptz not null,
  created_by_user_id integer references users (id),
  primary key (organization_id, version),
  check (valid_to > valid_from)
);

-- Every contract has an open order (billing/open-order).
insert into orders (organization_id, contract_id, kind, fm_invoice_status, subtotal_cents, tax_cents, tax_state, tax_rate_percent,
    card_fee_cents, card_fee_percent, total_cents, created_at, updated_at)
  select c.organization_id, c.id, 'monthly', 'CURRENT', 0, 0, '', 0, 0, 0, 0, now(), now() from contracts c
  where not exists (select from orders r where r.organization_id = c.organization_id and r.contract_id = c.id and r.fm_invoice_status = 'CURRENT')
  order by c.id;
