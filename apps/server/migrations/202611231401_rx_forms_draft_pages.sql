-- Which page wrote a draft last: two pages with one draft see each other (rx-form/two-pages). The key of a case
-- that was submitted is kept for a day, without its data: a page that still shows the draft neither brings it back nor
-- submits it a second time.
alter table case_drafts add column page text, add column submitted_at timestamptz;
