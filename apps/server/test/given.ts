import type { TestApp } from './app.ts'
import { casesIn } from './given/cases.ts'
import { filesIn } from './given/files.ts'
import { locationsIn } from './given/locations.ts'
import { peopleIn } from './given/people.ts'
import { unique } from './given/unique.ts'

export type { CaseStage, GivenCase } from './given/cases.ts'
export type { GivenPractice } from './given/people.ts'

/** The parents that a test needs, made through the product's own commands: a fresh organization each. */
export function givenIn(test: TestApp) {
  const people = peopleIn(test)
  const files = filesIn(test, people)
  return { ...people, ...locationsIn(test), ...files, ...casesIn(test, people, files), unique }
}
export type Given = ReturnType<typeof givenIn>
