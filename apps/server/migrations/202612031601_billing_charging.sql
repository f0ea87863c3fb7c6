-- small table: a practice has one order a month
-- contract: since 0.1.0, which is not released yet
-- How an order that is not paid is tried again (billing/retries), and how it ended without the payment provider
-- (billing/settled).
alter table orders
  -- When its charge first failed; null: it was not tried, or waits behind an older order.
  add column failed_at timestamptz,
  -- The lab's day of the last try that the portal made by itself.
  add column tried_day date,
  -- Tries of the portal after the first failure.
  add column retries smallint not null default 0 check (retries between 0 and 3),
  -- False: charged back, or taken back by the lab. The portal does not try it again by itself.
  add column is_retried boolean not null default true,
  -- Since when its practice is blocked by it; kept while a bank payment of it is under way, which may come back.
  add column blocked_at timestamptz,
  add column settled_as text check (settled_as in ('outside', 'written_off'));
update orders set blocked_at = updated_at where fm_invoice_status = 'BLOCKED';
alter table orders add constraint orders_settled check (settled_as is null or fm_invoice_status = 'PAID');
alter table orders drop constraint orders_check2;
-- What was written off is closed, but nobody paid it.
alter table orders add constraint orders_paid check ((fm_invoice_status = 'PAID') = (fm_paid_at is not null or settled_as is not distinct from 'written_off'));
create index orders_unpaid on orders (organization_id, closing_day, id) where fm_invoice_status in ('PENDING', 'NOT_PAID', 'BLOCKED');
-- What is closed and charged by itself is looked for every hour.
create index contracts_closing on contracts (next_payment_date);

-- A try without a payment method calls no provider; what is paid outside, or written off, has none either.
alter table payments
  alter column payment_method_id drop not null,
  alter column effect_id drop not null,
  add column kind text not null default 'charge' check (kind in ('charge', 'outside', 'written_off')),
  add column reason text not null default '',
  -- Who paid it by hand, or settled it; null: the portal by itself, or a payment of before.
  add column user_id integer references users (id) on delete set null;
alter table payments drop constraint payments_check;
alter table payments add constraint payments_made check (
  case when kind = 'charge' then status = 'DECLINED' or (order_id is not null and provider_id is not null)
  else status = 'PAID' and order_id is not null and provider_id is null and reason <> '' end);
alter table payments add constraint payments_by check (
  case when kind = 'charge' then (payment_method_id is null) = (effect_id is null) and (effect_id is not null or status = 'DECLINED')
  else payment_method_id is null and effect_id is null end);
-- One effect may charge several orders, each once.
drop index payments_effect;
create unique index payments_effect on payments (organization_id, effect_id, order_id);

-- The sums of an invoice stay (billing/kept). Only the card fee follows the method that pays it, while it is not paid.
drop trigger orders_sums_kept on orders;
create trigger orders_sums_kept before update on orders
  for each row when (
    current_user = 'archwire_app' and old.invoice_id is not null
    and (
      (new.invoice_id, new.kind, new.contract_id, new.organization_id, new.closing_day, new.due_day, new.period_start, new.period_end,
        new.subtotal_cents, new.tax_cents, new.tax_state, new.tax_rate_percent, new.card_fee_percent, new.template_version,
        new.paper, new.created_at)
        is distinct from (old.invoice_id, old.kind, old.contract_id, old.organization_id, old.closing_day, old.due_day, old.period_start,
        old.period_end, old.subtotal_cents, old.tax_cents, old.tax_state, old.tax_rate_percent, old.card_fee_percent,
        old.template_version, old.paper, old.created_at)
      or (
        (new.card_fee_cents, new.total_cents) is distinct from (old.card_fee_cents, old.total_cents)
        and old.fm_invoice_status = 'PAID'
      )
    )
  ) execute function refuse_changed_sums();
