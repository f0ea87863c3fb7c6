-- The rights of a person in an organization, and whether their session has ended, as they are at this moment: a volatile
-- function sees what the statement that calls it has waited for (`people/at-once`). Null for an archived person.
create function rights_now(person integer, organization integer, session bigint) returns jsonb
  language plpgsql volatile as $$
begin
  return (select jsonb_build_object('role', u.role,
      'membership', (select m.role from memberships m where m.organization_id = organization and m.user_id = u.id),
      'signed_out', exists (select 1 from sessions s where s.id = session and s.revoked_at is not null))
    from users u where u.id = person and u.deleted_at is null);
end $$;
