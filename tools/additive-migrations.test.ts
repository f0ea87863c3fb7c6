import { describe, expect, it } from 'vitest'
import { contractions } from './additive-migrations.ts'

describe('a migration runs under the servers of the release before it', () => {
  it.each([
    'create table a (id integer primary key, name text not null);',
    'alter table users add column nickname text;',
    `alter table users add column color text not null default 'blue';`,
    'create table a (id integer); alter table a alter column id set not null;',
    "create index concurrently users_name on users (name); alter table users add constraint c check (name <> '') not valid;",
    '-- we will drop table users later\nselect 1;',
    '-- contract: since 1.4\nalter table users drop column nickname;',
  ])('additive: %s', (text) => expect(contractions(text)).toEqual([]))

  it.each([
    ['drop table users;', 'drops a table'],
    ['alter table users\n  drop column nickname;', 'drops a column'],
    ['ALTER TABLE users RENAME COLUMN a TO b;', 'renames'],
    ['alter table users rename to people;', 'renames'],
    ['alter table users alter column a type bigint;', 'changes the type of a column'],
    ['alter table users alter column a set not null;', 'forbids null in a column that exists'],
    [
      'alter table users add column a text, add column b numeric(10, 2) not null;',
      'adds a column that must be filled and has no default',
    ],
  ])('not additive: %s', (text, what) => expect(contractions(text)).toEqual([what]))
})
