-- small table: a practice has one order a month
-- What an order is for, and its days (docs/product/billing.md, billing/order-kinds). Until now there were start-up orders only.
alter table orders
  add column kind text not null default 'start_up',
  -- The day on which it closed, on the lab's calendar; null while it is open.
  add column closing_day date,
  -- From this day on it is charged.
  add column due_day date,
  -- The days that its monthly fee is for; both included.
  add column period_start date,
  add column period_end date;
update orders r set closing_day = c.initial_payment_date, due_day = c.initial_payment_date
  from contracts c where c.id = r.contract_id and c.organization_id = r.organization_id and r.fm_invoice_status <> 'CURRENT';
alter table orders add constraint orders_kind check (kind in ('start_up','monthly','by_hand'));
alter table orders add constraint orders_closed check ((fm_invoice_status = 'CURRENT') = (closing_day is null));
alter table orders add constraint orders_due check ((closing_day is null) = (due_day is null) and due_day >= closing_day);
alter table orders add constraint orders_period check ((period_start is null) = (period_end is null) and period_end >= period_start);
alter table orders add constraint orders_period_kind check (kind = 'monthly' or period_start is null);
-- A contract has one start-up order, one open order, and one monthly order for each closing day; any number are closed by hand.
create unique index orders_start_up on orders (contract_id) where kind = 'start_up';
create unique index orders_open on orders (contract_id) where fm_invoice_status = 'CURRENT';
create unique index orders_monthly on orders (contract_id, closing_day) where kind = 'monthly';
