-- Jobs of one practice must not keep those of the others waiting: later ones of the same practice come after.
alter table outbox add column priority integer not null default 0;
