-- small table: a practice has one order a month
-- An invoice stays as it was charged (billing/kept): besides its sums, its rates, days and paper. Only a start-up fee whose
-- payment failed is written anew: it is paid by another method, or waived. While the bank has not paid yet it stays, too.
drop trigger orders_sums_kept on orders;
create trigger orders_sums_kept before update on orders
  for each row when (
    current_user = 'archwire_app' and old.invoice_id is not null
    and (
      (new.invoice_id, new.kind, new.contract_id, new.organization_id, new.closing_day, new.due_day, new.period_start, new.period_end,
        new.tax_state, new.tax_rate_percent, new.card_fee_percent, new.template_version, new.paper, new.created_at)
        is distinct from (old.invoice_id, old.kind, old.contract_id, old.organization_id, old.closing_day, old.due_day, old.period_start,
        old.period_end, old.tax_state, old.tax_rate_percent, old.card_fee_percent, old.template_version, old.paper, old.created_at)
      or (
        (new.subtotal_cents, new.tax_cents, new.card_fee_cents, new.total_cents)
          is distinct from (old.subtotal_cents, old.tax_cents, old.card_fee_cents, old.total_cents)
        and (old.kind <> 'start_up' or old.fm_invoice_status not in ('NOT_PAID', 'BLOCKED'))
      )
    )
  ) execute function refuse_changed_sums();
