-- A code for the desktop application belongs to the session that asked for it, and goes with it.
alter table one_time_tokens add column session_id bigint;
alter table one_time_tokens add constraint one_time_tokens_session
  foreign key (session_id) references sessions (id) on delete cascade not valid;
-- `email_cancel`: the link of the notice to the old address; it calls a change of address off.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('verification','reset','initial','email','email_cancel','desktop')) not valid;
