import { survivors } from './survivors.ts'

/** The part of the tool's report that we read (mutation testing elements, version 1). */
export interface MutationReport {
  files: Record<
    string,
    {
      source: string
      mutants: {
        mutatorName: string
        replacement: string
        status: string
        location: { start: Place; end: Place }
      }[]
    }
  >
}
interface Place {
  line: number
  column: number
}
type Mutant = MutationReport['files'][string]['mutants'][number]

/** A surviving mutant, as `survivors.ts` names it. */
export interface Living {
  file: string
  line: string
  becomes: string
}

export interface FileScore {
  file: string
  killed: number
  lived: number
}

const blanksAsOne = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The lines that the mutant touches, as it leaves them. */
function mutated(source: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = source.split('\n')
  const before = lines[start.line - 1]!.slice(0, start.column - 1)
  return blanksAsOne(before + replacement + lines[end.line - 1]!.slice(end.column - 1))
}

/**
 * Reads reports into a line per file and every surviving mutant; those that do not compile or run count as neither.
 * `slow` are those that timed out: killed, but a faster machine might finish them.
 */
export function readReports(reports: MutationReport[]): { scores: FileScore[]; living: Living[]; slow: Living[] } {
  const living: Living[] = []
  const slow: Living[] = []
  const scores = reports
    .flatMap(({ files }) => Object.entries(files))
    .map(([file, { source, mutants }]): FileScore => {
      const lived = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      const named = (mutant: Mutant): Living => ({
        file,
        line: source.split('\n')[mutant.location.start.line - 1]!.trim(),
        becomes: mutated(source, mutant),
      })
      living.push(...lived.map(named))
      slow.push(...mutants.filter(({ status }) => status === 'Timeout').map(named))
      const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
      return { file, killed, lived: lived.length }
    })
  return { scores: scores.toSorted((a, b) => a.file.localeCompare(b.file)), living, slow }
}

const keyOf = ({ file, line, becomes }: Living): string => `${file} | ${line} | ${becomes}`

/** What remains of `all` without `some`, each once: two lines of a file may read alike. */
function without(all: Living[], some: Living[]): Living[] {
  const taken = some.map(keyOf)
  return all.filter((survivor) => {
    const at = taken.indexOf(keyOf(survivor))
    if (at >= 0) taken.splice(at, 1)
    return at < 0
  })
}

/** Survivors that are not listed, and listed ones that do not survive, among the mutated files. */
export function compare(
  { living, slow }: { living: Living[]; slow: Living[] },
  mutated: readonly string[],
  listed = survivors,
): { unlisted: Living[]; gone: Living[] } {
  const named = listed
    .filter(({ file }) => mutated.includes(file))
    .flatMap(({ file, line, becomes }) => becomes.map((replacement): Living => ({ file, line, becomes: replacement })))
  return { unlisted: without(living, named), gone: without(named, [...living, ...slow]) }
}

/** Percent of the mutants that some test killed; files without mutants do not count. */
export function scoreOf(scores: FileScore[]): number {
  const killed = scores.reduce((sum, score) => sum + score.killed, 0)
  const all = scores.reduce((sum, score) => sum + score.killed + score.lived, 0)
  return all === 0 ? 100 : (killed / all) * 100
}
