-- The sums of an invoice stay as they were charged (billing/kept). Only the start-up fee that is not paid is written anew:
-- it is paid by another method with another tax or card fee, or waived. An open order has no number yet.
create function refuse_changed_sums() returns trigger language plpgsql as $$
begin
  raise exception 'Sums of % are kept', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger orders_sums_kept before update on orders
  for each row when (
    current_user = 'archwire_app' and old.invoice_id is not null
    and (
      (new.invoice_id, new.kind) is distinct from (old.invoice_id, old.kind)
      or (
        (new.subtotal_cents, new.tax_cents, new.card_fee_cents, new.total_cents)
          is distinct from (old.subtotal_cents, old.tax_cents, old.card_fee_cents, old.total_cents)
        and (old.kind <> 'start_up' or old.fm_invoice_status = 'PAID')
      )
    )
  ) execute function refuse_changed_sums();
