-- The index of the global search (docs/product/search.md): a document for each organization, person and location, made
-- from the records by modules/search, kept by the outbox. Not a tenant table: only the lab searches, and a document of a
-- person belongs to several organizations.
create extension if not exists fuzzystrmatch;

-- The words of a text as the index keeps them: in small letters, without accents, parted by all ASCII signs.
create function search_words_of(value text) returns text[] language sql immutable parallel safe strict
  return array(select w from regexp_split_to_table(public.plain(value), '[\s!-/:-@\[-`{-~]+') with ordinality as t (w, n) where w <> '' order by n);

create table search_documents (
  model text not null check (model in ('user','organization','location')),
  model_id integer not null,
  -- What a query filters and sorts by; the same values stand in the document.
  filter text not null,
  is_archived boolean not null,
  status smallint,
  payments text[] not null,
  fees text[] not null,
  organization_types integer[] not null,
  invoice_versions text[] not null,
  onboardings smallint[] not null,
  organization_ids integer[] not null,
  full_name_sort text not null,
  joined_timestamp bigint not null,
  first_case_timestamp bigint,
  newest_case_timestamp bigint,
  number_of_users integer,
  number_of_patients integer not null,
  number_of_cases integer not null,
  average_cases real not null,
  -- When the status changes by time alone.
  status_until timestamptz,
  -- What a hit says.
  document jsonb not null,
  -- Every word; those of the name once more, behind an equals sign.
  words tsvector not null,
  -- Whether the search server beside the portal has it; true where there is none.
  is_sent boolean not null,
  changed_at timestamptz not null,
  primary key (model, model_id)
);
-- Counting facets reads every row: what only the page of hits needs is kept apart from it.
alter table search_documents set (toast_tuple_target = 256);
alter table search_documents alter column document set storage external;
alter table search_documents alter column words set storage external;
create index search_documents_words on search_documents using gin (words);
create index search_documents_name on search_documents (full_name_sort, model, model_id);
create index search_documents_facets on search_documents (status, filter, is_archived);
create index search_documents_joined on search_documents (joined_timestamp);
create index search_documents_cases on search_documents (number_of_cases);
create index search_documents_patients on search_documents (number_of_patients);
create index search_documents_average on search_documents (average_cases);
create index search_documents_first_case on search_documents (first_case_timestamp desc nulls last);
create index search_documents_newest_case on search_documents (newest_case_timestamp desc nulls last);
create index search_documents_unsent on search_documents (changed_at) where not is_sent;
create index search_documents_due on search_documents (status_until) where status_until is not null;

-- Documents that the search server still has and the portal has no more.
create table search_removals (id text primary key);

-- Every word of the index, to find what a mistyped one may mean.
create table search_words (word text primary key);
create index search_words_alike on search_words using gin (word gin_trgm_ops);

-- What exists gets into the index by the first worker that starts.
insert into outbox (kind, name, payload) values ('job', 'search.rebuild', '{}');
