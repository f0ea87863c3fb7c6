-- The ledger of what the lab did and a practice owes for it (docs/product/billing.md, billing/ledger). A row is written in
-- the transaction of what causes it and never changed: it is taken by the order that closes, or voided before.
create table charges (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  -- The case that it is for; empty for charges of a practice, and once a case that stands on invoices is deleted.
  patient_id integer,
  -- What caused it: the Rx form, its rush, its change after a closing, a print, an order that closed, or a person.
  source text not null check (source in ('form','rush','change','print','order','by_hand','patient','carried')),
  -- The Rx form, print or order of that name; empty for what a person entered.
  source_id integer,
  -- The version of the form that brought it, 1 being the submitted one.
  change_number integer not null default 1 check (change_number > 0),
  -- The place of its price in the list: arch.print.
  fee text,
  -- What reduces it (the kinds of an order's lines).
  kind text not null check (kind in ('monthly','arch','fee','charge')),
  label text not null,
  why text not null default '',
  times integer not null default 1 check (times > 0),
  unit_cents integer not null,
  cents integer not null,
  -- How many printed arches it is for; they choose the tier of the volume discount.
  printed_arches integer not null default 0 check (printed_arches >= 0),
  -- By which list and own prices of the practice; empty for what a person entered.
  price_list integer references price_lists (version),
  price_overrides integer not null default 0,
  -- The lab's day from which it counts.
  day date not null,
  user_id integer references users (id),
  user_name text not null,
  created_at timestamptz not null,
  -- The order that took it when it closed.
  order_id integer,
  voided_at timestamptz,
  voided_by_user_id integer references users (id),
  void_reason text check (void_reason in ('canceled','changed','removed')),
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id) on delete set null (patient_id),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  check (cents = times * unit_cents),
  check (kind = 'charge' or cents >= 0),
  check ((source in ('by_hand','patient')) = (source_id is null)),
  check (source <> 'patient' or voided_at is not null or order_id is not null or patient_id is not null),
  check ((voided_at is null) = (void_reason is null)),
  check (order_id is null or voided_at is null)
);
-- Nothing is charged twice, whoever asks twice.
create unique index charges_once on charges (organization_id, source, source_id, coalesce(fee, ''), change_number)
  where voided_at is null and source_id is not null;
create index charges_open on charges (organization_id, day) where voided_at is null and order_id is null;
create index charges_order on charges (organization_id, order_id) where order_id is not null;
create index charges_patient on charges (organization_id, patient_id) where patient_id is not null;

-- Kept like invoices (billing/kept): an order takes a row, or it is voided; nothing else of it changes.
revoke update on charges from archwire_app;
grant update (order_id, voided_at, voided_by_user_id, void_reason) on charges to archwire_app;
create trigger charges_kept before delete on charges
  for each row when (current_user = 'archwire_app') execute function refuse_delete();
create function refuse_charge_taken_back() returns trigger language plpgsql as $$
begin
  raise exception 'A charge that is on an invoice or voided stays so' using errcode = 'insufficient_privilege';
end $$;
create trigger charges_taken before update of order_id, voided_at on charges
  for each row when (old.order_id is not null and new.order_id is distinct from old.order_id
    or old.voided_at is not null and new.voided_at is distinct from old.voided_at)
  execute function refuse_charge_taken_back();

-- Work that was ordered before the ledger is never charged (billing/before).
alter table rx_forms add column is_billed boolean not null default false;
alter table rx_forms alter column is_billed set default true;

alter table printing_requests
  -- The list and own prices by which it is charged; empty: it was ended before the ledger.
  add column price_list integer,
  add column price_overrides integer not null default 0,
  -- Why the lab charges nothing for it.
  add column free_reason text,
  -- The method whose fee holds, where the lab changed how it ships without another fee.
  add column charged_method text;
-- Open ones are charged at their completion, by the prices of today.
update printing_requests pr set price_list = (select max(version) from price_lists),
  price_overrides = (select coalesce(max(v.version), 0) from price_overrides v where v.organization_id = pr.organization_id)
  where pr.status_id in (1, 2);
