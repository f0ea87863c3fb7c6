import { parentPort, workerData } from 'node:worker_threads'
import { type Surface, syntheticBiteScan, syntheticMouth, toBinaryStl } from '@archwire/mesh'
import type { Grown, Wanted } from './grow.ts'

/** Half a turn around the axis from right to left, and 60 mm off. */
const elsewhere = ({ positions, indices }: Surface): Surface => ({
  positions: positions.map((value, at) => (at % 3 === 0 ? value : -value) + 60),
  indices,
})

const { seed, alignment, triangles, apart } = workerData as Wanted
const mouth = syntheticMouth({ seed, alignment, triangles })
const grown: Grown = apart
  ? {
      upper: toBinaryStl(mouth.upper),
      lower: toBinaryStl(elsewhere(mouth.lower)),
      bite: toBinaryStl(syntheticBiteScan(mouth, { side: 'right', seed, noise: 0.02 })),
    }
  : { upper: toBinaryStl(mouth.upper), lower: toBinaryStl(mouth.lower) }
parentPort!.postMessage(grown)
