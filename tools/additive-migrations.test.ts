import { describe, expect, it } from 'vitest'
import { contractions, locks, neverValidated } from './additive-migrations.ts'

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

describe('what holds a grown table', () => {
  it.each([
    ['create index a on patients (id);', 'builds an index under a lock: say `create index concurrently`'],
    ['create unique index if not exists a on patients (id);', 'builds an index under a lock: say'],
    ['alter table patients add constraint a check (id > 0);', 'checks every row under a lock: add the constraint'],
    [
      'alter table patients add constraint a foreign key (x) references users (id);',
      'checks every row under a lock: add the constraint',
    ],
    ['alter table patients add constraint a unique (x);', 'builds an index under a lock: make it'],
    ['alter table patients add unique (x);', 'builds an index under a lock: make it'],
    ['alter table patients add column x int references users (id);', 'checks every row under a lock: add the column'],
    ['alter table patients add column x int check (x > 0);', 'checks every row under a lock: add the column'],
    ['create index concurrently a on patients (id);', 'uses `concurrently` without `-- no transaction`'],
    [
      '-- no transaction\ncreate index concurrently a on patients (id);',
      'without a transaction this could be left half',
    ],
    ['-- no transaction\nupdate patients set x = 1;', 'without a transaction this could be left half'],
  ])('%s', (text, what) => {
    expect(locks(text)).toEqual([expect.stringContaining(what)])
  })

  it.each([
    'alter table patients add column x int not null default 0;',
    'alter table patients add constraint a check (id > 0) not valid;',
    'alter table patients add constraint a foreign key (x) references users (id) not valid;',
    'alter table patients add constraint a unique using index b;',
    'create table fresh (id int primary key, x int references users (id) check (x > 0)); create index a on fresh (x);',
    'create table fresh (id int); alter table fresh add constraint a check (id > 0);',
    '-- small table: a row a lab\ncreate index a on settings (id);',
    '-- no transaction\ncreate index concurrently if not exists a on patients (id);\nalter table patients validate constraint b;',
  ])('lets through: %s', (text) => {
    expect(locks(text)).toEqual([])
  })
})

describe('a constraint that is added `not valid` is validated later', () => {
  const add = {
    name: '1.sql',
    text: 'alter table a add constraint a_check check (num_nulls(x, y) in (0, 2)) not valid;',
  }
  const then = (text: string) => neverValidated([add, { name: '2.sql', text }])

  it('is refused while no later file does', () => {
    const refused = ['1.sql adds a_check `not valid`, and no later migration validates it']
    expect(neverValidated([add])).toEqual(refused)
    expect(then('alter table b validate constraint a_check;')).toEqual(refused)
    expect(then('alter table a validate constraint other;')).toEqual(refused)
    const before = { name: '0.sql', text: 'alter table a validate constraint a_check;' }
    expect(neverValidated([before, add])).toEqual(refused)
  })
  it('is whole once one does, or the constraint no longer exists', () => {
    expect(then('-- no transaction\nalter table a validate constraint a_check;')).toEqual([])
    expect(then('alter table a drop constraint if exists a_check;')).toEqual([])
  })
})
