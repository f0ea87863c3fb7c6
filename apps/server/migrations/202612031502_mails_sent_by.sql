-- small table: mails of an installation fit a lab
-- Who had a mail with a link sent to an address, so that each person's are counted apart (access/new-address); null for what
-- strangers ask for and for what the portal sends by itself. No key: a mail outlives its sender's account.
alter table mails add column sent_by_user_id integer;
