import { describe, expect, test } from 'vitest'
import { measureTypes } from '../../testing/twin-measure.ts'
import { seededReports } from '../../testing/twin-reports.ts'
import { TypeModel } from './type-model.ts'

const learned = (examples: [typeId: string, text: string, place?: [number, number]][], times = 10) => {
  const model = new TypeModel()
  for (let n = 0; n < times; n++)
    for (const [typeId, text, place] of examples) model.learn({ typeId, text, place: place ?? null })
  return model
}
const town = learned([
  ['flood', 'Street under water'],
  ['fire', 'Smoke from a roof'],
  ['animal', 'Dog without an owner'],
])

describe('the type of a report', () => {
  test('is guessed from its words, which the guess lists', () => {
    expect(town.guess('There is water in our street', null)[0]).toEqual({
      typeId: 'flood',
      probability: expect.closeTo(1, 1),
      words: ['water', 'street'],
    })
  })

  test('is guessed in the other language too', () => {
    expect(town.guess('יש מים בכביש', null)[0]).toMatchObject({ typeId: 'flood', words: ['מים', 'בכביש'] })
  })

  test('is not suggested while the words are unknown or ambiguous', () => {
    expect(town.guess('Something odd happened', null)).toEqual([])
    expect(town.guess('', [35, 32])).toEqual([])
    expect(town.guess('water and a dog', null)).toEqual([])
  })

  test('stays open until there are enough examples, of more than one type', () => {
    expect(learned([['flood', 'water']], 30).guess('water', null)).toEqual([])
    expect(
      learned(
        [
          ['flood', 'water'],
          ['fire', 'smoke'],
        ],
        5,
      ).guess('water', null),
    ).toEqual([])
  })

  test('depends on the place if the words say little', () => {
    const model = learned([
      ['pipe', 'water on the road', [35.001, 32.001]],
      ['flood', 'water on the road', [35.101, 32.101]],
    ])
    expect(model.guess('water', [35.002, 32.002])[0]?.typeId).toBe('pipe')
    expect(model.guess('water', [35.102, 32.102])[0]?.typeId).toBe('flood')
  })

  test('follows corrections: later examples of another type win', () => {
    const model = learned([
      ['hazard', 'Gas smell in the stairs'],
      ['fire', 'Smoke from a roof'],
    ])
    expect(model.guess('gas smell', null)[0]?.typeId).toBe('hazard')
    for (let n = 0; n < 40; n++) model.learn({ typeId: 'gas', text: 'Gas smell in the stairs', place: null })
    expect(model.guess('gas smell', null)[0]?.typeId).toBe('gas')
  })

  test('is among the first three for 85 of 100 seeded reports, after 500 examples', () => {
    expect(measureTypes(seededReports(1500, 11), 500).share).toBeGreaterThanOrEqual(0.85)
  })
})
