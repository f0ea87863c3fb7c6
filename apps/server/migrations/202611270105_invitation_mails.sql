-- no transaction
-- How many invitations an address, or an organization, got within a day is limited (people/who-invites,
-- organizations/invited-to-create).
create index concurrently if not exists mails_of_invitations on mails (organization_id, lower(to_address), created_at)
  where kind in ('access.invitation', 'access.sign_up_invitation');
