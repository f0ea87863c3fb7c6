-- small table: the lab has some dozens of codes
-- For how many monthly invoices in a row a code for the monthly fee is (billing/monthly-code).
alter table promotion_codes
  add column months integer not null default 1 check (months between 1 and 12),
  add check (promotion_code_type_id = 2 or months = 1);
update promotion_codes set months = 2, version = version + 1, updated_at = now()
  where code = 'TWOMONTHSFREE' and promotion_code_type_id = 2;

-- Codes for the monthly fee that practices entered, as the codes were then. How many months are left follows from the lines
-- of closed orders that name the code.
create table promotion_code_uses (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  promotion_code_id integer not null references promotion_codes (id),
  -- The open order on which it was entered.
  order_id integer not null,
  -- The lab's day: monthly orders that close later take the code.
  day date not null,
  code text not null,
  -- Cents when it is fixed, else hundredths of a percent.
  value integer not null check (value > 0),
  is_fixed boolean not null,
  months integer not null check (months between 1 and 12),
  user_id integer references users (id),
  created_at timestamptz not null,
  unique (organization_id, id),
  unique (organization_id, promotion_code_id),
  foreign key (organization_id, order_id) references orders (organization_id, id)
);
create index promotion_code_uses_code on promotion_code_uses (promotion_code_id);

-- Kept like invoices (billing/kept).
revoke update on promotion_code_uses from archwire_app;
create trigger promotion_code_uses_kept before delete on promotion_code_uses
  for each row when (current_user = 'archwire_app') execute function refuse_delete();
