-- small table: a lab has a few thousand payments, and as many reports of them.
-- Refunds of payments, each once (billing/refunds). A row is added by a report and stays as it is; only the provider's
-- number of a refund may be learned later.
create table payment_refunds (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  payment_id integer not null,
  cents integer not null check (cents > 0),
  -- The provider's number of the refund; null where only the sum of refunds was reported.
  provider_id text,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id)
);
create unique index payment_refunds_once on payment_refunds (payment_id, provider_id) where provider_id is not null;
create index payment_refunds_payment on payment_refunds (organization_id, payment_id);

-- Payments that were refunded in full before refunds had rows.
insert into payment_refunds (organization_id, payment_id, cents, occurred_at, created_at)
select organization_id, id, cents, updated_at, updated_at from payments where status = 'REFUNDED';

-- What a report says about money: the sum of the charge, how much of it was refunded, and the refunds one by one
-- ({id, cents, occurred_at}). Null: the report does not say.
alter table payment_events
  add column cents integer,
  add column refunded_cents integer,
  add column refunds jsonb not null default '[]';

-- When the provider was last asked about a pending payment: the one that waits longest is asked first.
alter table payments add column asked_at timestamptz;
