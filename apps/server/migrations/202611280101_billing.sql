-- What is sold once or by the month (billing/product). The price of product 1, the start-up fee, is a setting of the lab.
create table products (
  id integer primary key,
  name text not null,
  -- In cents; null: the lab's setting (lab_settings.registration_fee_cents).
  price_cents integer check (price_cents >= 0)
);
insert into products (id, name, price_cents) values (1, 'Start-up fee', null);

-- What a new practice is asked (billing/survey). The answer with id 7 asks for a text.
create table survey_questions (
  id integer primary key,
  question text not null,
  -- False: it is not asked.
  is_active boolean not null default true
);
create table survey_answers (
  id integer primary key,
  survey_question_id integer not null references survey_questions (id),
  position integer not null,
  answer text not null,
  unique (survey_question_id, position)
);
insert into survey_questions (id, question) values (1, 'How did you hear about us?');
insert into survey_answers (id, survey_question_id, position, answer) values
  (1, 1, 1, 'A colleague'), (2, 1, 2, 'A conference or trade show'), (3, 1, 3, 'A course or study club'),
  (4, 1, 4, 'Internet search'), (5, 1, 5, 'Social media'), (6, 1, 6, 'A journal or newsletter'), (7, 1, 7, 'Other');

-- The subscription of a practice (billing/contract). Its days are on the lab's calendar. Whether it is suspended is in
-- organizations.suspended_at.
create table contracts (
  id integer primary key generated always as identity,
  organization_id integer not null unique references organizations (id),
  initial_payment_date date not null,
  next_payment_date date not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id)
);

-- Kinds of licenses (billing/license).
create table license_types (
  id integer primary key,
  name text not null,
  allow_buy_seats boolean not null
);
insert into license_types (id, name, allow_buy_seats) values (1, 'Standard', false), (2, 'Multi-seat', true);
create table licenses (
  id integer primary key generated always as identity,
  organization_id integer not null,
  contract_id integer not null unique,
  license_type_id integer not null references license_types (id),
  seats integer not null check (seats > 0),
  -- The first device activates it.
  activated_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, contract_id) references contracts (organization_id, id)
);

-- The checklist of a new practice (billing/onboarding): 1 Pending, 5 In Progress, 10 Completed; the step that is next.
create table onboardings (
  id integer primary key generated always as identity,
  organization_id integer not null unique references organizations (id),
  status integer not null check (status in (1, 5, 10)),
  current_step integer not null check (current_step between 1 and 11),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id)
);

-- What a practice pays or has paid at one time: an invoice once it has a number (billing/order). All amounts in cents. The
-- sums are those of the day, with the tax and the card fee of that day.
create sequence invoice_numbers as integer start 1001;
create table orders (
  id integer primary key generated always as identity,
  organization_id integer not null,
  contract_id integer not null,
  -- Given when the order closes; null while it is open.
  invoice_id integer unique,
  fm_invoice_status text not null check (fm_invoice_status in ('CURRENT','PENDING','PAID','NOT_PAID','BLOCKED')),
  fm_paid_at timestamptz,
  template_version integer not null default 2 check (template_version in (1, 2)),
  subtotal_cents integer not null check (subtotal_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  tax_state text not null,
  tax_rate_percent numeric(5, 3) not null,
  card_fee_cents integer not null check (card_fee_cents >= 0),
  card_fee_percent numeric(5, 2) not null,
  total_cents integer not null check (total_cents >= 0),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, contract_id) references contracts (organization_id, id),
  check (total_cents = subtotal_cents + tax_cents + card_fee_cents),
  check ((fm_invoice_status = 'CURRENT') = (invoice_id is null)),
  check ((fm_invoice_status = 'PAID') = (fm_paid_at is not null))
);

-- The lines of an order from top to bottom; discounts and credits are what is taken off, zero or more.
create table order_lines (
  id integer primary key generated always as identity,
  organization_id integer not null,
  order_id integer not null,
  position integer not null,
  kind text not null check (kind in ('product','charge','discount','credit')),
  description text not null,
  cents integer not null check (cents >= 0),
  product_id integer references products (id),
  promotion_code_id integer references promotion_codes (id),
  unique (organization_id, id),
  unique (organization_id, order_id, position),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  check ((kind = 'product') = (product_id is not null)),
  check (kind = 'discount' or promotion_code_id is null)
);
create index order_lines_promotion_code on order_lines (promotion_code_id, organization_id) where promotion_code_id is not null;

-- Practices whose fee was settled before get what a waiver makes. The lab's zone is not known here: their days are in UTC.
insert into contracts (organization_id, initial_payment_date, next_payment_date, created_at, updated_at)
  select id, (startup_fee_settled_at at time zone 'UTC')::date, (startup_fee_settled_at at time zone 'UTC')::date + 30,
    startup_fee_settled_at, startup_fee_settled_at
  from organizations where kind = 'practice' and startup_fee_settled_at is not null order by startup_fee_settled_at, id;
insert into licenses (organization_id, contract_id, license_type_id, seats, created_at, updated_at)
  select organization_id, id, 1, 1, created_at, created_at from contracts order by id;
insert into onboardings (organization_id, status, current_step, created_at, updated_at)
  select c.organization_id, case when o.onboarded_at is null then 1 else 10 end, case when o.onboarded_at is null then 1 else 11 end,
    c.created_at, coalesce(o.onboarded_at, c.created_at)
  from contracts c join organizations o on o.id = c.organization_id order by c.id;
insert into orders (organization_id, contract_id, invoice_id, fm_invoice_status, fm_paid_at, subtotal_cents, tax_cents, tax_state,
    tax_rate_percent, card_fee_cents, card_fee_percent, total_cents, created_at, updated_at)
  select c.organization_id, c.id, nextval('invoice_numbers'), 'PAID', c.created_at, 0, 0, s.tax_state, s.tax_rate_percent, 0,
    s.credit_card_fee_percent, 0, c.created_at, c.created_at
  from contracts c, lab_settings s order by c.id;
insert into order_lines (organization_id, order_id, position, kind, description, cents, product_id)
  select r.organization_id, r.id, 1, 'product', p.name, s.registration_fee_cents, p.id from orders r, products p, lab_settings s;
insert into order_lines (organization_id, order_id, position, kind, description, cents)
  select r.organization_id, r.id, 2, 'discount', 'Start-up fee waived', s.registration_fee_cents from orders r, lab_settings s;
