-- Calls without a session that were sent with a key (sign-up, new password, invitation): a repeated one is answered as the
-- first was. The row is found by the hash of key, route and body; the answer is sealed under the key itself.
create table public_idempotency_keys (
  key text primary key,
  sealed bytea,
  created_at timestamptz not null default now()
);
create index public_idempotency_keys_age on public_idempotency_keys (created_at);

-- The one call that a solved challenge was taken for: sent again as it was, it passes again.
alter table bot_checks add column wish text;
