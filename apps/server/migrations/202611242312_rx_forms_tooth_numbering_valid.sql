-- no transaction
alter table organizations validate constraint organizations_tooth_numbering_check;
