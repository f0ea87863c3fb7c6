-- Invoices and payments are kept (billing/kept): the application can neither delete them nor change what was charged.
create function refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are kept', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- An organization is deleted with everything of its own, which includes tries without an invoice. Row by row, because the
-- statement names these tables even when they hold nothing of it.
create trigger orders_kept before delete on orders
  for each row when (current_user = 'archwire_app') execute function refuse_delete();
create trigger order_lines_kept before delete on order_lines
  for each row when (current_user = 'archwire_app') execute function refuse_delete();
create trigger payments_kept before delete on payments
  for each row when (current_user = 'archwire_app' and old.status <> 'DECLINED') execute function refuse_delete();
create trigger payment_refunds_kept before delete on payment_refunds
  for each row when (current_user = 'archwire_app') execute function refuse_delete();

revoke delete on payment_events, payment_differences from archwire_app;
revoke update on order_lines, payments, payment_refunds, payment_events, payment_differences from archwire_app;
grant update (status, message, asked_at, updated_at) on payments to archwire_app;
grant update (provider_id) on payment_refunds to archwire_app;
grant update (applied_at) on payment_events to archwire_app;
grant update (closed_at, closed_by, note, version, updated_at) on payment_differences to archwire_app;
