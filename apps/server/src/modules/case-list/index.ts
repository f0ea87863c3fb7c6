export { countLists, knownOrganization, listCases } from './queries.ts'
export {
  arrives,
  conditions,
  currentWork,
  ofTypes,
  permitTypes,
  shipsNext,
  takenBy,
  toDo,
  withDefaults,
  type CaseSearch,
} from './filters.sql.ts'
export { doctorNamed, doctorOrPracticeNamed, patientNamed, typedSearch } from './search.sql.ts'
export { openSteps } from './work-filters.sql.ts'
