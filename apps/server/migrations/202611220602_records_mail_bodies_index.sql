-- no transaction
-- Mails that were sent, or failed, whose words are still kept: the hourly sweep empties old ones and looks at no others.
create index concurrently if not exists mails_with_words on mails (state, sent_at, created_at) where state <> 'waiting' and body_text <> '';
