-- Kept answers are encrypted under the key that the caller sent, of which only the hash is stored (safety/sealed). Rows of the
-- release before hold `answer` in clear and go within three days.
alter table idempotency_keys add column sealed bytea;
