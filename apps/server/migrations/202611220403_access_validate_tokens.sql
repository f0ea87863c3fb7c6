-- no transaction
-- What 202611220101 asked of new rows, old ones are looked at for: read beside everybody else, not under their lock.
alter table one_time_tokens validate constraint one_time_tokens_session;
alter table one_time_tokens validate constraint one_time_tokens_purpose_check;
