/** The choices of the Rx form with their ids and labels. Bit flags add up; other choices are one id. */
export interface Option<Id = number> {
  id: Id
  label: string
}

/** The lab itself: its label is the lab's brand. */
export const labName = 'Archwire Lab'

export const jaws = [
  { id: 1, label: 'Maxillary' },
  { id: 2, label: 'Mandibular' },
  { id: 3, label: 'Both' },
] as const
export const impressionTypes = [
  { id: 1, label: 'PVS/Alginate impression' },
  { id: 2, label: 'Stone Model' },
  { id: 4, label: 'Intra-Oral Scan' },
] as const
export const assignments = [
  { id: 1, label: labName },
  { id: 2, label: 'In-office' },
  { id: 3, label: 'Third party (3PP)' },
] as const
export const scanSubmissions = [
  { id: 1, label: 'Upload STL files to this form' },
  { id: 2, label: 'Send scans directly from the scanner' },
] as const
export const scanners = [
  { id: 1, label: 'iTero' },
  { id: 2, label: '3Shape' },
  { id: 3, label: 'Carestream' },
  { id: 4, label: 'Cerec' },
  { id: 5, label: 'Medit' },
  { id: 7, label: 'Other' },
] as const
export const archModes = [
  { id: 1, label: 'Horseshoe' },
  { id: 2, label: 'Palate/Lingual (no base)' },
  { id: 3, label: 'Low Profile Base' },
  { id: 4, label: 'Full Profile Base' },
] as const
export const exportTypes = [
  { id: 1, label: 'Trays' },
  { id: 2, label: 'Guides' },
  { id: 3, label: 'Brackets' },
] as const
export const products = [
  { id: 1, label: 'Full Digital Model' },
  { id: 2, label: 'Semi-Finish' },
  { id: 4, label: 'Rough' },
  { id: 8, label: 'Digital Storage Only' },
  { id: 16, label: 'Clean-up' },
  { id: 32, label: 'Clean-up and Base' },
  { id: 64, label: '3D Printing Options' },
] as const
export const addOns = [
  { id: 1, label: 'Analysis Report' },
  { id: 2, label: 'Double Occlusal View' },
  { id: 4, label: 'Return Stone Models' },
  { id: 8, label: 'Return Impression Trays' },
  { id: 16, label: 'Convert Model Format to STL' },
] as const
const counts = <const N extends number>(...numbers: N[]) => numbers.map((id) => ({ id, label: String(id) }))
export const boxCounts = counts(1, 2, 3, 5, 10)
export const boxSizes = [
  { id: 'small', label: 'Small' },
  { id: 'large', label: 'Large' },
] as const
export const baggieCounts = counts(5, 10, 20, 50)

export const impression = { pvs: 1, stone: 2, scan: 4 } as const
export const assignment = { ownLab: 1, inOffice: 2, thirdParty: 3 } as const
export const exportType = { trays: 1 } as const
export const scanSubmission = { upload: 1, scanner: 2 } as const
export const customScanner = 7
export const product = { storageOnly: 8, cleanUp: 16, cleanUpAndBase: 32, printing: 64 } as const
export const addOn = {
  analysisReport: 1,
  doubleOcclusal: 2,
  returnStoneModels: 4,
  returnTrays: 8,
  convertToStl: 16,
} as const

export const has = (flags: number, flag: number): boolean => (flags & flag) !== 0
export const labelOf = (options: readonly Option<number | string>[], id: number | string | null | undefined): string =>
  options.find((option) => option.id === id)?.label ?? ''
export const labelsOf = (options: readonly Option[], flags: number): string[] =>
  options.filter((option) => has(flags, option.id)).map((option) => option.label)
