-- Ways into the portal by mail. Tokens are random and stored hashed; one statement consumes one (access/links).
create table one_time_tokens (
  id bigint primary key generated always as identity,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('verification','reset','initial')),
  user_id integer not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose) where used_at is null;
create index one_time_tokens_expiry on one_time_tokens (expires_at);

create table invitations (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  email text not null,
  role text not null check (role in ('organization_owner','organization_manager','organization_member')),
  is_doctor boolean not null,
  invited_by integer references users (id),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  unique (organization_id, id)
);
create index invitations_open on invitations (organization_id, lower(email)) where accepted_at is null;

-- What somebody asked for on a public page. Known and unknown addresses leave the same row; who is behind it is looked up
-- by the job that writes the mail, after the reply (access/no-telling).
create table access_wishes (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('verification','reset')),
  email text not null,
  address text not null,
  created_at timestamptz not null,
  done_at timestamptz
);
create index access_wishes_email on access_wishes (email, created_at);
create index access_wishes_created on access_wishes (created_at);

-- Solved challenges that were used; each counts once, in whichever server.
create table bot_checks (
  signature text primary key,
  expires_at timestamptz not null
);
create index bot_checks_expiry on bot_checks (expires_at);
