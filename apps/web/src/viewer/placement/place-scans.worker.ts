import { answerQuestions } from '../../lib/ask-worker.ts'
import { type JawScan, type Lying, lyingScan, type Place, placeLying, type Placement } from './place-scans.ts'

/** A scan by a name of its own; its surface travels once, and is looked at once. */
export type NamedScan = Omit<JawScan, 'surface'> & {
  name: string
  surface: JawScan['surface'] | null
  place: Place | null
}
/** Scans that are not named are forgotten. */
export type PlacementQuestion = { scans: NamedScan[]; asBite: boolean }

const known = new Map<string, Lying>()

/** Looks at how scans lie off the page's thread: half a million triangles take a second. */
answerQuestions(async ({ scans, asBite }: PlacementQuestion): Promise<Placement> => {
  for (const name of known.keys()) if (!scans.some((scan) => scan.name === name)) known.delete(name)
  return placeLying(
    scans.map(({ name, jaws_id, surface, place }) => {
      const lying = surface ? lyingScan({ jaws_id, surface }) : known.get(name)
      if (!lying) throw new Error(`The scan ${name} has not arrived`)
      known.set(name, lying)
      return { ...lying, place }
    }),
    asBite,
  )
})
