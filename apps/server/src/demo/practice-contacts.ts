import type { BillingAddressEdit } from '@archwire/contract/billing-address/schema.ts'
import { ContactBody } from '@archwire/contract/contacts/schema.ts'
import { homeOf, type Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { saveBillingAddress } from '../modules/billing-addresses/index.ts'
import { saveContacts } from '../modules/practice-contacts/index.ts'
import type { DemoPeople } from './people.ts'

/** Whom the lab calls at a practice of the demo, and where its invoices go. `owner`: who entered it. */
const practices: { key: string; owner: string; contacts: object[]; address?: BillingAddressEdit }[] = [
  {
    key: 'summit',
    owner: 'doctor',
    contacts: [
      {
        first_name: 'Ruth',
        last_name: 'Feld',
        title: 'Office manager',
        email: 'manager@archwire.example',
        phone_number: '+13035550143',
        notes: 'Call before noon.\nKnows about every shipment.',
      },
      { first_name: 'Noor', last_name: 'Haddad', title: 'Front desk', phone_number: '+13035550144' },
      {
        first_name: 'Victor',
        title: 'Bookkeeper',
        email: 'books@summit.example',
        notes: 'For questions about invoices only.',
      },
    ],
    address: {
      first_name: 'Victor',
      last_name: 'Lang',
      email: 'books@summit.example',
      phone_number: '+13035550145',
      street_address: '1200 Larimer Street',
      street_address_line_2: 'Suite 410',
      city: 'Denver',
      state: 'CO',
      country: 'USA',
      zip_code: '80204',
    },
  },
  {
    key: 'harbor',
    owner: 'harbor',
    contacts: [{ first_name: 'Milo', last_name: 'Grant', title: 'Lab coordinator', email: 'milo@harbor.example' }],
  },
]

/** Enters contacts and billing addresses, as the owners of the demo’s practices do. */
export async function makePracticeContacts(db: Db, config: Config, people: DemoPeople): Promise<void> {
  const publicUrl = homeOf(config)
  for (const { key, owner, contacts, address } of practices) {
    const id = people.organizations.get(key)!
    const actor = actorOf((await readUser(db, people.users.get(owner)!))!, { id: null, address: '' })
    await db.transaction().execute(async (trx) => {
      const edit = { contacts: contacts.map((contact) => ContactBody.parse(contact)) }
      await saveContacts(trx, actor, { id, edit, publicUrl })
      if (address) await saveBillingAddress(trx, actor, id, address)
    })
  }
}
