-- contract: since 0.1.0, which is not released yet
-- small table: nothing is released yet; money of a practice is a few rows a month
-- Sums have 64 bits of cents, so that an order closes whatever it comes to (docs/billing.md, Limits).
alter table charges alter column unit_cents type bigint, alter column cents type bigint;
alter table order_lines alter column cents type bigint, alter column not_taken_cents type bigint;
alter table payments alter column cents type bigint;
alter table payment_refunds alter column cents type bigint;
alter table payment_events alter column cents type bigint, alter column refunded_cents type bigint;
alter table payment_differences alter column expected_cents type bigint, alter column reported_cents type bigint;

-- A column that a trigger looks at cannot be changed: the trigger is made anew, as it was.
drop trigger orders_sums_kept on orders;
alter table orders
  alter column subtotal_cents type bigint,
  alter column tax_cents type bigint,
  alter column card_fee_cents type bigint,
  alter column total_cents type bigint;
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
