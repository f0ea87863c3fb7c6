-- small table: users has some hundred thousands of rows at most
-- contract: since 0.1.0, which is not released yet
-- Accounts without a password for which somebody stands who only sent the link again end with that one's right, too, also
-- where nobody knows who made them (people/first-link).
drop index users_without_password;
create index users_without_password on users ((coalesce(first_link_by_user_id, created_by_user_id)))
  where password_hash is null;
