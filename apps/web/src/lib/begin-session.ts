import type { QueryClient } from '@tanstack/react-query'
import { isOfAnother } from './person.ts'
import { remember, type Me } from './session.tsx'
import { tellTabs } from './tabs.ts'
import { giveUpWork } from './unsaved-work.ts'

/**
 * A person has signed in: nothing of the previous session is left. Where the page belongs to another person
 * (`access/whose-page`) a new document begins, and nothing of theirs goes on.
 * @param path where to go on
 * @returns false when the document is about to be replaced: there is nothing left to do in this one
 */
export function beginSession(client: QueryClient, user: Me, path: string): boolean {
  tellTabs({ event: 'session.begun', ids: [user.id] })
  if (isOfAnother(user.id)) {
    giveUpWork()
    location.assign(path)
    return false
  }
  remember(client, user)
  return true
}
