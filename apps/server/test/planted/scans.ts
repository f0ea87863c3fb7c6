import type { PlantedFault } from './fault.ts'

const file = 'apps/server/test/scan-mutants.test.ts'

/** What a damaged scan must not do: take its case's page with it, or lose triangles without a word. */
export const scans: PlantedFault[] = [
  {
    name: 'a page wants more of a report than its check can find',
    finding: 'unparsed-report',
    file: 'packages/contract/src/patient-files/schema.ts',
    find: 'report: ScanReport.nullable()',
    replace: 'report: ScanReport.extend({ format: z.string() }).nullable()',
    test: { project: 'server', file, name: 'noise: each named' },
  },
  {
    name: 'triangles whose coordinates are no numbers are dropped without a word',
    finding: 'lost-triangles',
    file: 'packages/mesh/src/weld.ts',
    find: 'this.nonFinite += 1',
    replace: 'this.nonFinite += 0',
    test: { project: 'server', file, name: 'NaN in a binary STL: each named' },
  },
  {
    name: 'lines of an OBJ are dropped without a word',
    finding: 'lost-triangles',
    file: 'packages/mesh/src/parse/obj.ts',
    find: 'if (unknown === 0) return []',
    replace: 'if (unknown >= 0) return []',
    test: { project: 'server', file, name: 'a line that begins with another word: each named' },
  },
  {
    name: 'a picture lacks the last triangle of its scan',
    finding: 'lost-triangles',
    file: 'apps/server/src/services/scan-processing/process-scan.ts',
    find: 'const glb = await packWebMesh(shown)',
    replace: 'const glb = await packWebMesh({ ...shown, indices: shown.indices.slice(0, -3) })',
    test: { project: 'server', file, name: 'huge count in a binary STL: each named' },
  },
]
