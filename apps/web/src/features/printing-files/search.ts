import { printingFileSearch } from '@archwire/contract/patient-files/search.ts'
import { searchOf } from '../../lib/search.ts'

export const readPrintingFileSearch = searchOf(printingFileSearch)
