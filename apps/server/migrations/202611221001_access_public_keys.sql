-- Calls without a session that were sent with a key (sign-up, reset, invitation): a repeated one is answered as the first was.
-- The row is found by the hash of the key alone; the answer is sealed under the key itself, as in idempotency_keys.
create table public_idempotency_keys (
  key text primary key,
  route text not null,
  body_hash text not null,
  sealed bytea,
  created_at timestamptz not null default now()
);
create index public_idempotency_keys_age on public_idempotency_keys (created_at);
