-- A mail is kept as its words and, apart from them, its link: text and HTML are made once, when it leaves (safety/mails).
-- Mails of the older form cannot be taken apart. They keep the record that they were sent; one that still waits is not.
-- contract: since 0.1.0, which is not released yet: no released server reads the columns that go
-- small table: there is no released version, so only development data is rewritten
alter table mails add column words jsonb, add column link text, add column takes_token boolean not null default false;
update mails set state = 'failed', error = 'It was written in an older form.' where state = 'waiting';
drop index mails_with_words;
alter table mails drop column body_text, drop column body_html;
-- Words and link are emptied together, and only mails that are no longer waiting.
alter table mails
  add constraint mails_words_and_link check ((words is null) = (link is null)),
  add constraint mails_waiting_words check (state <> 'waiting' or words is not null);
-- Mails that were sent, or failed, whose words are still kept: the hourly sweep empties old ones and looks at no others.
create index mails_with_words on mails (state, sent_at, created_at) where state <> 'waiting' and words is not null;
