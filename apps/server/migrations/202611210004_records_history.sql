-- Three tables, three purposes: what people read, what an auditor reads, who looked.
create table case_history (
  id bigint primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  at timestamptz not null default now(),
  user_id integer references users (id),
  user_name text not null,
  event text not null,
  from_status text,
  to_status text,
  note text,
  -- What an older version said, for notes.
  data jsonb,
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index case_history_patient on case_history (organization_id, patient_id, id);

create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  user_id integer,
  organization_id integer,
  patient_id integer,
  action text not null,
  outcome text not null default 'done' check (outcome in ('done','denied')),
  address text not null default '',
  data jsonb
);
create index audit_log_patient on audit_log (patient_id, at);

create table access_log (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  user_id integer,
  organization_ids integer[] not null default '{}',
  route text not null,
  ids integer[] not null default '{}',
  address text not null default ''
);
create index access_log_user on access_log (user_id, at);

-- Written with the change, read by one publisher per server: jobs to enqueue and realtime messages to send.
create table outbox (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('job','event')),
  name text not null,
  payload jsonb not null,
  at timestamptz not null default now()
);

create table idempotency_keys (
  user_id integer not null references users (id),
  key text not null,
  route text not null,
  body_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table notifications (
  id bigint primary key generated always as identity,
  user_id integer not null references users (id),
  organization_id integer references organizations (id),
  patient_id integer,
  history_id bigint,
  type text not null,
  message text not null,
  link text not null,
  patient_name text,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_user on notifications (user_id, id desc);
create unique index notifications_once on notifications (history_id, user_id, type) where history_id is not null;

create table mails (
  id bigint primary key generated always as identity,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  kind text not null,
  organization_id integer references organizations (id),
  history_id bigint,
  state text not null default 'waiting' check (state in ('waiting','sent','failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create unique index mails_once on mails (history_id, kind, to_address) where history_id is not null;
create index mails_waiting on mails (id) where state = 'waiting';
