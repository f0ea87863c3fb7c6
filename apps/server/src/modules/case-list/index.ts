export { countLists, knownOrganization, listCases } from './queries.ts'
export { arrives, currentWork, ofTypes, permitTypes, type CaseSearch, shipsNext, toDo } from './filters.sql.ts'
export { doctorNamed, doctorOrPracticeNamed, patientNamed, typedSearch } from './search.sql.ts'
