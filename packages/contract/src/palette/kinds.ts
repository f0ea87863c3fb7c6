/** The kinds of records that one search of the palette finds, in the order of equally good hits. Free of schemas, for the browser. */
export const paletteKinds = ['case', 'organization', 'person', 'request', 'tray', 'invoice', 'parcel'] as const
export type PaletteKind = (typeof paletteKinds)[number]

/** A record that was opened lately, `case-12`; a parcel has no page of its own. */
const opened = String.raw`(${paletteKinds.filter((kind) => kind !== 'parcel').join('|')})-[1-9]\d{0,8}`

/** As many as the browser keeps. */
export const mostRecent = 8

/** Records that were opened lately, the last one first: a comma list. */
export const recentPattern = new RegExp(`^${opened}(,${opened}){0,${mostRecent - 1}}$`)
