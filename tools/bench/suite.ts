import { casesSuite } from './cases/suite.ts'
import { closingsSuite } from './closings/suite.ts'
import { dashboardSuite } from './dashboard/suite.ts'
import { enumerationSuite } from './enumeration/suite.ts'
import { fairnessSuite } from './fairness/suite.ts'
import { filtersSuite } from './filters/suite.ts'
import { invoicesSuite } from './invoices/suite.ts'
import { meshSuite } from './mesh/suite.ts'
import { organizationsSuite } from './organizations/suite.ts'
import { paletteSuite } from './palette/suite.ts'
import { searchSuite } from './search/suite.ts'

/** The options of the command line. */
export interface BenchOptions {
  patients: number
  /** Seconds of each measurement; every figure is the median of three. */
  seconds: number
  /** Only compare the default list's processor time at 200,000 and at 1,000,000 patients. */
  growth: boolean
  /** Folder for a profile of the product's processor time, if requested. */
  profile: string | undefined
  /** Part of the names of the scenarios to run; empty: all. */
  only: string
}

/** What `npm run bench` can measure, by name; without a name all of it. */
export const suites: Record<string, (options: BenchOptions) => Promise<void>> = {
  cases: casesSuite,
  filters: filtersSuite,
  dashboard: dashboardSuite,
  organizations: organizationsSuite,
  invoices: invoicesSuite,
  closings: closingsSuite,
  search: searchSuite,
  palette: paletteSuite,
  mesh: meshSuite,
  enumeration: enumerationSuite,
  fairness: fairnessSuite,
}
