-- small table: users has some hundred thousands of rows at most

-- Who of the lab made an account, and who sent its first link again last; null where the person signed up or accepted an
-- invitation. While there is no password, the account lasts as long as the later of the two may make it (people/first-link).
alter table users
  add column created_by_user_id integer references users (id),
  add column first_link_by_user_id integer references users (id);
create index users_without_password on users ((coalesce(first_link_by_user_id, created_by_user_id)))
  where password_hash is null and created_by_user_id is not null;
create index users_created_by on users (created_by_user_id) where created_by_user_id is not null;
create index users_first_link_by on users (first_link_by_user_id) where first_link_by_user_id is not null;
