-- What was done about a person's mail on a Monday of the lab (today/mail): one row a person and week, whatever came of it,
-- so that a job that runs again mails no one twice. The hash of the token by which the mail's link turns the mail off, and
-- the address that it was sent to; empty: nothing waited, so that no mail was sent.
create table monday_mails (
  id bigint primary key generated always as identity,
  user_id integer not null references users (id),
  week date not null,
  to_address text,
  token_hash bytea unique,
  created_at timestamptz not null,
  unique (user_id, week)
);

-- Who has turned the mail off, or on again; who is in no row gets it.
create table monday_mail_switches (
  user_id integer primary key references users (id),
  enabled boolean not null,
  changed_at timestamptz not null
);
