import { syntheticArch, type Surface } from '@archwire/mesh'
import { MeshStandardMaterial, ShaderLib } from 'three'
import { expect, it } from 'vitest'
import { COLORED, facingOf, looksIn, tintInside } from './inside.ts'

const cast = syntheticArch({ jaw: 'lower', seed: 3, alignment: 0.5, triangles: 3000 })
const open: Surface = {
  ...cast,
  indices: cast.indices.filter((_, at, all) => {
    const facet = all.subarray(at - (at % 3), at - (at % 3) + 3)
    return facet.every((vertex) => cast.positions[vertex * 3 + 2]! > -9)
  }),
}

it('the shader has the place at which what is behind is tinted, and gets it once', () => {
  const shader = { fragmentShader: ShaderLib.standard.fragmentShader, uniforms: {} as Record<string, unknown> }
  expect(shader.fragmentShader.split(COLORED)).toHaveLength(2)
  const material = new MeshStandardMaterial()
  const setTint = tintInside(material)
  material.onBeforeCompile(shader as never, null as never)
  expect(shader.fragmentShader).toContain('if (!gl_FrontFacing) diffuseColor.rgb')
  expect(shader.uniforms['insideTint']).toEqual({ value: 0.8 })
  setTint(false)
  expect(shader.uniforms['insideTint']).toEqual({ value: 0 })
})

it('an open scan faces where its teeth are, a closed one nowhere', () => {
  expect(facingOf(cast)).toBeNull()
  const { way, middle } = facingOf(open)!
  expect(way[2]).toBeGreaterThan(0.95)
  expect(Math.abs(middle[0])).toBeLessThan(2)
})

it('one looks in from below, not from above or from the side', () => {
  const { way } = facingOf(open)!
  expect(looksIn(way, [0, 0, -100])).toBe(true)
  expect(looksIn(way, [0, 30, -90])).toBe(true)
  for (const from of [
    [0, 0, 100],
    [0, 100, 0],
    [80, 0, 20],
  ])
    expect(looksIn(way, from)).toBe(false)
})
