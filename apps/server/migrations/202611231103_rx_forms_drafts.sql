-- Several drafts of a person at a practice, each under a key that the page chose: a second patient can be begun while the
-- first one waits (rx-form/draft). A draft that was thrown away can be brought back for a day.
create table case_drafts (
  organization_id integer not null references organizations (id),
  user_id integer not null references users (id),
  key text not null check (key ~ '^[a-z0-9]{1,32}$'),
  data jsonb not null,
  updated_at timestamptz not null default now(),
  discarded_at timestamptz,
  primary key (organization_id, user_id, key)
);
create index case_drafts_discarded on case_drafts (discarded_at) where discarded_at is not null;

-- While two releases run side by side the one before knows one draft a person and practice. Goes with the next release,
-- as its table does.
-- Both ways: a page that is served by one release goes on at the other.
create function rx_form_drafts_between_releases() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from case_drafts where organization_id = old.organization_id and user_id = old.user_id and key = 'first';
    return old;
  end if;
  insert into case_drafts (organization_id, user_id, key, data, updated_at)
    values (new.organization_id, new.user_id, 'first', new.data, new.updated_at)
    on conflict (organization_id, user_id, key)
    do update set data = excluded.data, updated_at = excluded.updated_at, discarded_at = null;
  return new;
end
$$;
create trigger between_releases after insert or update or delete on rx_form_drafts
  for each row when (pg_trigger_depth() = 0) execute function rx_form_drafts_between_releases();

create function case_drafts_between_releases() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from rx_form_drafts where organization_id = old.organization_id and user_id = old.user_id;
    return old;
  end if;
  if new.discarded_at is not null then
    delete from rx_form_drafts where organization_id = new.organization_id and user_id = new.user_id;
    return new;
  end if;
  insert into rx_form_drafts (organization_id, user_id, data, updated_at)
    values (new.organization_id, new.user_id, new.data, new.updated_at)
    on conflict (organization_id, user_id) do update set data = excluded.data, updated_at = excluded.updated_at;
  return new;
end
$$;
create trigger first_between_releases after insert or update on case_drafts
  for each row when (pg_trigger_depth() = 0 and new.key = 'first') execute function case_drafts_between_releases();
create trigger first_gone_between_releases after delete on case_drafts
  for each row when (pg_trigger_depth() = 0 and old.key = 'first') execute function case_drafts_between_releases();

insert into case_drafts (organization_id, user_id, key, data, updated_at)
  select organization_id, user_id, 'first', data, updated_at from rx_form_drafts
  on conflict do nothing;

