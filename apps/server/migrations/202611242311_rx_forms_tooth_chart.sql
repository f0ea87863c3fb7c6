-- What a form says of single teeth (rx-form/teeth): entries of packages/contract/src/rx-forms/teeth.ts.
alter table rx_forms add column tooth_chart jsonb not null default '[]';
-- How a practice numbers them.
alter table organizations add column tooth_numbering text not null default 'universal';
alter table organizations add constraint organizations_tooth_numbering_check check (tooth_numbering in ('universal','fdi')) not valid;
