-- Invitations are listed, sent again and revoked (people/who-invites).
alter table invitations add column username text not null default '';
alter table invitations add column sent_at timestamptz;
alter table invitations add column revoked_at timestamptz;

-- Who switched a custom permission of a person on or off, the last time (people/custom).
create table custom_permission_changes (
  user_id integer not null references users (id),
  permission text not null,
  enabled boolean not null,
  changed_by integer not null references users (id),
  changed_at timestamptz not null,
  primary key (user_id, permission)
);

-- Where else to notify a person of the lab (people/additional-emails); they were a list on the person's row.
create table additional_emails (
  id integer primary key generated always as identity,
  user_id integer not null references users (id),
  email text not null,
  created_at timestamptz not null
);
create unique index additional_emails_once on additional_emails (user_id, lower(email));
insert into additional_emails (user_id, email, created_at)
  select u.id, extra.address, now() from users u, unnest(u.additional_emails) as extra (address) on conflict do nothing;
