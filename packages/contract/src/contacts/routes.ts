import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { get, put } from '../core/route.ts'
import { changesOrganization, seesOrganization } from '../required-permissions.ts'
import { ContactList, ContactsEdit } from './schema.ts'

export const contacts = {
  list: get('/organizations/{id}/contacts', {
    shows: ['organization@params.id'],
    summary: 'The contacts of a practice',
    rules: ['organizations/contacts', 'organizations/who-contacts'],
    needs: seesOrganization,
    params: IdParams,
    returns: ContactList,
  }),
  update: put('/organizations/{id}/contacts', {
    changes: ['organization'],
    summary: 'Replace the contacts of a practice; new ones can be invited as members',
    rules: ['organizations/contacts', 'organizations/who-contacts', 'people/who-invites'],
    needs: changesOrganization,
    params: IdParams,
    body: ContactsEdit,
    bodyLimit: 1024 * 1024,
    returns: ContactList.extend({ message: z.string() }),
    // Each save may send several invitations.
    rate: { max: 20, per: 'user' },
    example: {
      body: {
        contacts: [
          { id: 1, first_name: 'Ruth', last_name: 'Feld', title: 'Office manager', email: 'ruth@example.com' },
        ],
      },
    },
  }),
}
