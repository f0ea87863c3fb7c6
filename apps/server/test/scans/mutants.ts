import { syntheticArch, toBinaryStl, type Surface } from '@archwire/mesh'
import { painted, toColoredObj, toColoredPly } from '../../../../packages/mesh/test/colored-shapes.ts'
import { bytes, toAsciiStl, toObj, toPly } from '../../../../packages/mesh/test/shapes.ts'

type Chance = () => number
/** Makes a damaged file out of a sound one; what kind of damage stands in its name. */
export interface Mutator {
  name: string
  make: (sound: SoundFiles, chance: Chance) => Uint8Array
  /** Whether a reader that forgives nothing must say something about every such file. */
  alwaysRemarked: boolean
}

const arch: Surface = syntheticArch({ jaw: 'lower', seed: 5, alignment: 0.4, triangles: 1500 })

export const soundTriangles = arch.indices.length / 3

const colored = painted(arch, (_x, _y, z) => (z > -6 ? [236, 226, 203] : [201, 92, 88]))

/** One arch in every format that scanners write; those with colors say so in their names. */
export function soundFiles() {
  const solid = toBinaryStl(arch)
  solid.set(bytes('solid exported by a scanner'))
  return {
    binary: toBinaryStl(arch),
    'binary, header "solid"': solid,
    ascii: bytes(toAsciiStl(arch)),
    'ascii, CRLF and exponents': bytes(toAsciiStl(arch, '\r\n', (value) => value.toExponential(9))),
    'ply ascii': toPly(arch, 'ascii'),
    'ply little endian': toPly(arch, 'binary_little_endian'),
    'ply big endian': toPly(arch, 'binary_big_endian'),
    obj: bytes(toObj(arch)),
    'ply ascii, colored points': toColoredPly(colored, { encoding: 'ascii', on: 'vertex', type: 'uchar' }),
    'ply ascii, colored faces': toColoredPly(colored, { encoding: 'ascii', on: 'face', type: 'float' }),
    'ply little endian, colored points': toColoredPly(colored, {
      encoding: 'binary_little_endian',
      on: 'vertex',
      type: 'float',
      alpha: true,
    }),
    'ply big endian, colored faces': toColoredPly(colored, {
      encoding: 'binary_big_endian',
      on: 'face',
      type: 'uchar',
    }),
    'obj, colored points': bytes(toColoredObj(colored, 1)),
  }
}
export type SoundFiles = ReturnType<typeof soundFiles>

const below = (chance: Chance, most: number): number => Math.floor(chance() * most)
const anyOf = (sound: SoundFiles, chance: Chance): Uint8Array => {
  const all = Object.values(sound)
  return all[below(chance, all.length)]!.slice()
}
const joined = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
/** Replaces one line that fits by another one. */
function withLine(file: Uint8Array, fits: (line: string) => boolean, chance: Chance, line: (old: string) => string) {
  const lines = Buffer.from(file).toString('latin1').split('\n')
  const places = lines.flatMap((text, at) => (fits(text) ? [at] : []))
  const place = places[below(chance, places.length)]!
  lines[place] = line(lines[place]!)
  return new Uint8Array(Buffer.from(lines.join('\n'), 'latin1'))
}

/** A PLY of any encoding whose header counts its points or its faces otherwise. */
const withCount = (sound: SoundFiles, chance: Chance, count: (old: number) => number) =>
  withLine(
    [sound['ply ascii'], sound['ply little endian'], sound['ply big endian']][below(chance, 3)]!,
    (line) => line.startsWith('element '),
    chance,
    (line) => line.replace(/\d+$/, (old) => String(count(Number(old)))),
  )

/** The damage that files meet on their way, and what people send who mean harm. */
export const mutators: readonly Mutator[] = [
  {
    name: 'bit flips',
    alwaysRemarked: false,
    make: (sound, chance) => {
      const file = anyOf(sound, chance)
      for (let flips = 1 + below(chance, 20); flips > 0; flips -= 1)
        file[below(chance, file.length)]! ^= 1 << below(chance, 8)
      return file
    },
  },
  {
    name: 'bit flips in binary STL',
    alwaysRemarked: false,
    make: (sound, chance) => {
      const file = sound.binary.slice()
      for (let flips = 1 + below(chance, 20); flips > 0; flips -= 1)
        file[below(chance, file.length)]! ^= 1 << below(chance, 8)
      return file
    },
  },
  {
    name: 'truncation',
    alwaysRemarked: true,
    make: (sound, chance) => {
      // An OBJ says nowhere how much it holds.
      const { obj: _, 'obj, colored points': __, ...counted } = sound
      const file = anyOf(counted as SoundFiles, chance)
      // A few bytes short may only cost a last line break.
      return file.slice(0, below(chance, file.length - 64))
    },
  },
  {
    name: 'huge count in a binary STL',
    alwaysRemarked: true,
    make: (sound, chance) => {
      const file = sound.binary.slice()
      new DataView(file.buffer).setUint32(80, 2 ** 31 + below(chance, 2 ** 31), true)
      return file
    },
  },
  {
    name: 'small count in a binary STL',
    alwaysRemarked: true,
    make: (sound, chance) => {
      const file = sound.binary.slice()
      new DataView(file.buffer).setUint32(80, 1 + below(chance, 20), true)
      return file
    },
  },
  {
    name: 'huge count in a PLY',
    alwaysRemarked: true,
    make: (sound, chance) => withCount(sound, chance, () => 2 ** 31 + below(chance, 2 ** 40)),
  },
  {
    name: 'a small count in a PLY',
    alwaysRemarked: true,
    make: (sound, chance) => withCount(sound, chance, (count) => below(chance, count)),
  },
  {
    name: 'a line that begins with another word',
    alwaysRemarked: true,
    make: (sound, chance) => {
      const word = ['lopp', 'x', '?', 'normal', 'ffacet', '\\', '-'][below(chance, 7)]!
      const [file, fits] = (
        [
          [sound.ascii, (line: string) => /^ *(facet|outer|endloop|endfacet|vertex)/.test(line)],
          [sound.obj, (line: string) => line.startsWith('f ')],
        ] as const
      )[below(chance, 2)]!
      return withLine(file, fits, chance, (line) => line.replace(/^ *\S+/, word))
    },
  },
  {
    name: 'a face of huge length in a PLY',
    alwaysRemarked: true,
    make: (sound, chance) =>
      withLine(
        sound['ply ascii'],
        (line) => /^1 3 \d+ \d+ \d+$/.test(line),
        chance,
        (line) => line.replace('1 3', `1 ${200 + below(chance, 50)}`),
      ),
  },
  {
    name: 'endless ASCII line',
    // A number of a million digits is a number.
    alwaysRemarked: false,
    make: (sound, chance) => {
      const file = [sound.ascii, sound['ply ascii'], sound.obj][below(chance, 3)]!
      const at = file.indexOf(10, 200 + below(chance, file.length / 2))
      const filler = new Uint8Array(2_000_000 + below(chance, 6_000_000)).fill('x1. '.charCodeAt(below(chance, 3)))
      return joined(file.subarray(0, at), filler, file.subarray(at))
    },
  },
  {
    name: 'numbers that are none',
    alwaysRemarked: true,
    make: (sound, chance) => {
      const words = ['NaN', '-inf', '1e400', '0x10', '1.2.3', '--4', '१२']
      const word = words[below(chance, words.length)]!
      const [file, fits] = (
        [
          [sound.ascii, (line: string) => line.includes('vertex')],
          [sound.obj, (line: string) => line.startsWith('v ')],
        ] as const
      )[below(chance, 2)]!
      return withLine(file, fits, chance, (line) => line.replace(/\S+$/, word))
    },
  },
  {
    name: 'NaN in a binary STL',
    alwaysRemarked: true,
    make: (sound, chance) => {
      const file = sound.binary.slice()
      const facet = below(chance, (file.length - 84) / 50)
      new DataView(file.buffer).setFloat32(
        84 + facet * 50 + 12 + 4 * below(chance, 9),
        [NaN, Infinity, -Infinity][below(chance, 3)]!,
        true,
      )
      return file
    },
  },
  {
    name: 'deep indices in an OBJ',
    alwaysRemarked: true,
    make: (sound, chance) =>
      withLine(
        sound.obj,
        (line) => line.startsWith('f '),
        chance,
        (line) => line.replace(/\d+$/, ['999999999', '99999999999999999999', '-999999', '0'][below(chance, 4)]!),
      ),
  },
  {
    name: 'archives, programs and documents named .stl',
    alwaysRemarked: true,
    make: (sound, chance) => {
      const heads = [
        'PK\x03\x04',
        'MZ\x90\x00',
        '\x7fELF',
        'Rar!\x1a\x07',
        '%PDF-1.7\n',
        '\x1f\x8b\x08',
        '<html>',
        '#!/bin/sh\n',
      ]
      const head = Buffer.from(heads[below(chance, heads.length)]!, 'latin1')
      return joined(head, anyOf(sound, chance))
    },
  },
  {
    name: 'noise',
    alwaysRemarked: true,
    make: (_sound, chance) => Uint8Array.from({ length: 1 + below(chance, 60_000) }, () => below(chance, 256)),
  },
]
