-- Share links that servers of the release before kept in answers, in clear (safety/sealed): a repeat is refused from now on.
update idempotency_keys set answer = null where answer is not null and route like 'POST %share_links';

-- While two releases run side by side a call may be repeated on the other one. This one keeps the key's hash, the one before
-- the key itself, and would not find it. So the database looks for it: what is there already answers 409 to the old server
-- (23505) instead of being done twice. The key itself must not be kept beside its hash: it opens the sealed answer. One lock
-- a key, so that the second waits for the first. Goes with the release after the last that keeps keys in clear.
create function idempotency_keys_between_releases() returns trigger language plpgsql as $$
declare
  kept text := encode(sha256(convert_to('[' || new.user_id || ',"' || new.key || '"]', 'UTF8')), 'hex');
begin
  perform pg_advisory_xact_lock(hashtextextended(case when new.key ~ '^[0-9a-f]{64}$' then new.key else kept end, 2));
  if exists (select 1 from idempotency_keys k where k.user_id = new.user_id and k.key = kept) then
    raise unique_violation using message = 'this was done under the hash of its key', table = 'idempotency_keys';
  end if;
  return new;
end
$$;
create trigger between_releases before insert on idempotency_keys
  for each row execute function idempotency_keys_between_releases();
