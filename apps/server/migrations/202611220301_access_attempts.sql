-- small table: links that live for hours, swept
-- Tries of passwords, by account and by network: the moments of the last quarter of an hour in one row each. Taking one is
-- one statement, and the row's lock lets tries that come at once pass one after the other (safety/limits). `login_failures` is
-- the release before's and goes in a later one.
create table login_attempts (
  key text primary key,
  tries timestamptz[] not null
);
-- The browser that signed up: a random value in its cookie, its hash here. The link of the verification mail signs in there
-- and nowhere else without the password.
alter table users add column signed_up_with bytea;
-- Sessions go by the sweep, and their codes with them: found by this. All rows are null yet, so it is made at once.
create index one_time_tokens_session on one_time_tokens (session_id) where session_id is not null;
