-- contract: since 0.1.0, which is not released yet
-- What a hit says, apart from what finds it: PostgreSQL moves nothing out of rows below 2 kB, and counting the hits of
-- two letters read the whole documents.
create table search_hits (
  model text not null,
  model_id integer not null,
  document jsonb not null,
  primary key (model, model_id),
  foreign key (model, model_id) references search_documents on delete cascade
);
-- The index is made anew: rows keep the room of a column that is dropped.
truncate search_documents cascade;
alter table search_documents drop column document;
alter table search_documents reset (toast_tuple_target);
insert into outbox (kind, name, payload) values ('job', 'search.rebuild', '{}');
