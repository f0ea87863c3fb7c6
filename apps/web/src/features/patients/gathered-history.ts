/** What grouping looks at; the newest comes first. */
interface Entry {
  event: string
  at: string
  user_name: string
  label: string
  note: string | null
}

/** Entries of a person that belong to one session: a row of teeth is measured, a set of scans added in minutes. */
const sittingMs = 30 * 60_000
/** Work on a print or a setup takes longer from step to step. */
const workMs = 8 * 60 * 60_000

/** The text of one entry that represents several. */
const gathered: Record<string, string> = {
  steps_saved: 'work steps saved',
  measurement_saved: 'measurements saved',
  measurement_removed: 'measurements removed',
  bite_placed: 'versions of the bite saved',
  file_ready: 'files checked',
  file_added: 'files added',
  file_deleted: 'files deleted',
  photo_described: 'photos described',
}

/**
 * Groups what one person, or the portal, did several times in sequence (work steps, measurements, bites, files and their
 * checks) into one entry, with a line each in their original order; `of` is how many it represents.
 */
export function gatherHistory<E extends Entry>(entries: readonly E[]): (E & { of: number })[] {
  const groups: E[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const later = group?.at(-1)
    if (group && later && gathered[entry.event] && isSameSitting(entry, later)) group.push(entry)
    else groups.push([entry])
  }
  return groups.map(([newest, ...older]) =>
    older.length === 0
      ? { ...newest!, of: 1 }
      : {
          ...newest!,
          of: older.length + 1,
          label: `${older.length + 1} ${gathered[newest!.event]}`,
          note: [newest!, ...older]
            .map(({ note }) => note)
            .toReversed()
            .join('\n'),
        },
  )
}

const isSameSitting = (entry: Entry, later: Entry): boolean =>
  entry.event === later.event &&
  entry.user_name === later.user_name &&
  Date.parse(later.at) - Date.parse(entry.at) <= (entry.event === 'steps_saved' ? workMs : sittingMs)
