-- What portal and payment provider say differently (billing/to-look-at): open until a person closes it with a reason.
create table payment_differences (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('unknown_payment','other_sum','charged_other_sum','other_refund')),
  -- The provider's number of the transaction.
  transaction_id text not null,
  -- Null where the portal does not know whose payment it is.
  organization_id integer references organizations (id) on delete set null,
  order_id integer references orders (id),
  -- Null where there is no payment here, or where the report named no sum.
  expected_cents integer,
  reported_cents integer,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by integer references users (id),
  note text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null,
  check ((closed_at is null) = (closed_by is null)),
  check ((closed_at is null) = (note = ''))
);
create unique index payment_differences_open on payment_differences (kind, transaction_id) where closed_at is null;
create index payment_differences_transaction on payment_differences (transaction_id);
create index payment_differences_by_time on payment_differences (opened_at desc, id desc);
create index payment_differences_organization on payment_differences (organization_id);
