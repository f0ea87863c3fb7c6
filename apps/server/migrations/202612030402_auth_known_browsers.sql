-- Browsers in which a person signed in before, by the hash of their cookie; each has tries of its own (access/known-browser).
-- A browser that several people use has one cookie and a row for each of them.
create table known_browsers (
  id bigint primary key generated always as identity,
  token_hash bytea not null,
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  unique (token_hash, user_id)
);
create index known_browsers_user on known_browsers (user_id);
create index known_browsers_expiry on known_browsers (expires_at);
