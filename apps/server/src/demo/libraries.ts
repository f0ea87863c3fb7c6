import type { Db } from '../db/client.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { addLibrary } from '../modules/bracket-libraries/index.ts'
import type { DemoFiles } from './files.ts'
import type { DemoPeople } from './people.ts'

/** Ids of the bracket libraries of a practice, by its key. */
export type DemoLibraries = Map<string, number[]>

/** What a practice bonds: the brackets, their prescription (torque and tip by tooth), and for whom. */
const libraries = [
  { name: 'Damon Q2, .022 slot', slot: 0.022, torque: [15, 6, 7, -11, -11], tip: [5, 9, 5, 2, 2] },
  { name: 'Empower 2, MBT .018', slot: 0.018, torque: [17, 10, -7, -7, -7], tip: [4, 8, 8, 0, 0] },
  { name: 'Roth .022, Dr. Cho', slot: 0.022, torque: [12, 8, -2, -7, -7], tip: [5, 9, 13, 0, 0], of: 'harbor2' },
]

const teeth = ['Central incisor', 'Lateral incisor', 'Canine', 'First premolar', 'Second premolar']

/** A small table in place of the file that the desktop application reads. */
const fileOf = ({ name, slot, torque, tip }: (typeof libraries)[number]) => ({
  name: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`,
  bytes: new TextEncoder().encode(
    [
      'Tooth,Slot (in),Torque (deg),Tip (deg)',
      ...teeth.map((tooth, at) => [tooth, slot, torque[at], tip[at]].join(',')),
    ].join('\n'),
  ),
})

/** Adds the bracket libraries of the second practice, with their files, as its owner does. */
export async function makeLibraries(db: Db, files: DemoFiles, people: DemoPeople): Promise<DemoLibraries> {
  const id = people.organizations.get('harbor')!
  const owner = actorOf((await readUser(db, people.users.get('harbor')!))!, { id: null, address: '' })
  const made: number[] = []
  for (const library of libraries) {
    const file_path = await files.library(db, owner, id, fileOf(library))
    const member_ids = library.of === undefined ? [] : [people.users.get(library.of)!]
    const libraryId = await db
      .transaction()
      .execute((trx) => addLibrary(trx, owner, id, { name: library.name, member_ids, file_path }))
    made.push(libraryId)
  }
  return new Map([['harbor', made]])
}
