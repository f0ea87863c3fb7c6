-- Who prints for a case besides the maker of its setup: a list of "assigned to" looks at both (work/assigned).
-- `assignments` held the Rx form's wishes and was read by nobody; it goes with the next release.
alter table case_rows add column print_assignments integer[] not null default '{}';
