-- Calls of other companies' servers (docs/decisions/081). What is intended is committed before the call is made, and its
-- result after it: a call whose end is unknown is continued from its row, under the same key.
create table effects (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  -- Which effect it is; a practice has at most one of a name that is not settled.
  name text not null,
  -- Who asked for it, and how the request is recognized: the hash of person and key, the route, and the hash of the body.
  user_id integer not null references users (id),
  request_key text,
  route text not null,
  body_hash text,
  -- The key under which the other server knows the call, however often it is made.
  act_key uuid not null unique default gen_random_uuid(),
  intent jsonb not null,
  -- How often the call was begun.
  attempts integer not null default 0,
  -- Until then, one process is at it.
  leased_until timestamptz not null,
  -- Null until it is settled: what the other server answered, and what became of it here.
  outcome jsonb,
  result jsonb,
  settled_at timestamptz,
  created_at timestamptz not null,
  unique (organization_id, id),
  check ((settled_at is null) = (result is null))
);
create unique index effects_open on effects (organization_id, name) where settled_at is null;
create unique index effects_request on effects (user_id, request_key) where request_key is not null;
create index effects_due on effects (leased_until) where settled_at is null;
create index effects_age on effects (created_at);

-- What the owner of a new practice has entered (billing/account-details). It takes effect with the purchase.
create table account_details (
  organization_id integer primary key references organizations (id),
  version integer not null,
  organization text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  street_address text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  country text not null,
  survey_answer_id integer references survey_answers (id),
  survey_response_other text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A practice as the payment provider knows it.
create table payment_customers (
  organization_id integer primary key references organizations (id),
  customer_id text not null unique,
  created_at timestamptz not null
);

-- Payment methods (billing/payment-methods). The numbers are at the provider alone.
create table payment_methods (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  -- Its id at the provider.
  provider_id text not null unique,
  method text not null check (method in ('card','bank')),
  nickname text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- The last month of a card, as its first day.
  expires_month date,
  is_primary boolean not null,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id),
  check (expires_month is null or method = 'card'),
  check (deleted_at is null or not is_primary)
);
create unique index payment_methods_primary on payment_methods (organization_id) where is_primary;

-- Every charge whose result is known, declined ones too (billing/payments). An order has at most one that stands.
create table payments (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  -- Null: it was declined before there was an order.
  order_id integer,
  payment_method_id integer not null,
  -- The effect that made it.
  effect_id integer not null,
  cents integer not null check (cents > 0),
  status text not null check (status in ('PENDING','PAID','DECLINED','RETURNED','REFUNDED','VOIDED')),
  -- The provider's number of the transaction, and its words.
  provider_id text unique,
  message text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, payment_method_id) references payment_methods (organization_id, id),
  foreign key (organization_id, effect_id) references effects (organization_id, id),
  check (status = 'DECLINED' or (order_id is not null and provider_id is not null))
);
create unique index payments_standing on payments (organization_id, order_id) where status in ('PENDING','PAID');
create unique index payments_effect on payments (organization_id, effect_id);

-- Reports of the payment provider, each once (billing/webhooks). They may arrive in any order, and before the payment is
-- known here.
create table payment_events (
  id text primary key,
  type text not null,
  transaction_id text,
  -- What the report says about the transaction; nothing else of it is kept.
  status text,
  message text not null default '',
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  -- Null while it waits for its payment to be known.
  applied_at timestamptz
);
create index payment_events_waiting on payment_events (transaction_id) where applied_at is null;
