-- small table: organizations has tens of thousands of rows at most

-- Who of the lab created an organization; null where its owner signed up (organizations/start-up-fee).
alter table organizations add column created_by_user_id integer references users (id) on delete set null;
