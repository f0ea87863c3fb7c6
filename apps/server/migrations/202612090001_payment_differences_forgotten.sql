-- contract: since 0.1.0, which is not released yet
-- small table: payments to review are a few rows a month
-- A pending payment that the provider does not know (billing/to-look-at).
alter table payment_differences drop constraint payment_differences_kind_check,
  add constraint payment_differences_kind_check
    check (kind in ('unknown_payment', 'other_sum', 'charged_other_sum', 'other_refund', 'not_found'));
