-- Who is to work on a case now: the assignment of its open print, before it of its setup; null while the doctor decides,
-- nobody may go on, or nothing is left to do (work/late).
alter table case_rows add column acting integer;
