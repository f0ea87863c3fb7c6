import type { QueryClient } from '@tanstack/react-query'
import { bePageOf, isOfAnother } from './person.ts'
import { remember, type Me } from './session.tsx'
import { tellTabs } from './tabs.ts'
import { giveUpWork } from './unsaved-work.ts'

/**
 * A person has signed in: nothing of the previous session is left. Where the page belongs to another person
 * (`access/whose-page`) a new document begins at home, and nothing of theirs goes on, nor the address where they were.
 * @returns false when the document is about to be replaced: there is nothing left to do in this one
 */
export function beginSession(client: QueryClient, user: Me): boolean {
  tellTabs({ event: 'session.begun', ids: [user.id] })
  if (isOfAnother(user.id)) {
    giveUpWork()
    location.assign('/')
    return false
  }
  bePageOf(user.id)
  remember(client, user)
  return true
}
