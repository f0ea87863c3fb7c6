import { sql } from 'kysely'
import type { Db } from '../../src/db/client.ts'

/**
 * The books that the tests of Meilisearch's JavaScript client search (meilisearch-js, tests/search.test.ts): id, title,
 * comment, genre. Here a title is a name, a comment a contact, and a genre a group of own prices.
 */
const books: [id: number, title: string, comment: string, genre: string][] = [
  [123, 'Pride and Prejudice', 'A great book', 'romance'],
  [456, 'Le Petit Prince', 'A french book about a prince that walks on little cute planets', 'adventure'],
  [2, 'Le Rouge et le Noir', 'Another french book', 'romance'],
  [1, 'Alice In Wonderland', 'A weird book', 'adventure'],
  [1344, 'The Hobbit', 'An awesome book', 'sci fi'],
  [4, 'Harry Potter and the Half-Blood Prince', 'The best book', 'fantasy'],
  [42, "The Hitchhiker's Guide to the Galaxy", '', 'fantasy'],
]

/** Makes the index hold these books and nothing else. */
export async function givenBooks(db: Db): Promise<void> {
  await sql`with documents as (delete from search_documents) delete from search_words`.execute(db)
  const rows = books.map(([id, title, comment, genre]) => ({ id, title, comment, genre }))
  await sql`
    insert into search_documents (model, model_id, filter, is_archived, payments, fees, organization_types, invoice_versions, onboardings,
      organization_ids, full_name_sort, joined_timestamp, number_of_patients, number_of_cases, average_cases, is_sent, changed_at, words)
    select 'organization', b.id, 'organization', false, '{}', array[b.genre], '{}', '{}', '{}', array[b.id], plain(b.title), 0, 0, 0, 0, true, now(),
      array_to_tsvector(array(select '=' || w from unnest(search_words_of(b.title)) w union select w from unnest(search_words_of(b.title || ' ' || b.comment)) w))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (id int, title text, comment text, genre text)`.execute(
    db,
  )
  await sql`insert into search_hits select 'organization', b.id,
      jsonb_build_object('id', 'organization-' || b.id, 'model_id', b.id, 'full_name', b.title, 'contact_name', b.comment, 'is_archived', false,
        'status', null, 'fees', array[b.genre])
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (id int, title text, comment text, genre text)`.execute(
    db,
  )
  await sql`insert into search_words select distinct w from search_documents, unnest(tsvector_to_array(words)) w where w not like '=%'`.execute(
    db,
  )
}
