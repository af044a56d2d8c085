import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Language, StarterSetName } from '#contract'
import { starterSets } from '#contract/operations/starter/sets.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { symbols } from '../../ui/icons/all-symbols.ts'
import { StarterPreview } from './StarterPreview.tsx'

const open = async (language: Language) => {
  await startTestI18n(language)
  show(<StarterPreview name="city" language={language} />)
}

test.each([
  {
    language: 'en',
    type: 'Water leak',
    question: 'How strong is it?',
    role: /Dispatcher, Crew/,
    community: 'Residents',
  },
  { language: 'he', type: 'דליפת מים', question: 'מה העוצמה?', role: /מוקדן, צוות עבודה/, community: 'תושבים' },
] as const)('a set is shown with the questions of its types and the rest by name, in $language', async (words) => {
  await open(words.language)
  const type = screen.getByText(words.type).closest('li')
  expect(within(type as HTMLElement).getByText(words.question)).toBeTruthy()
  expect(screen.getByText(words.role)).toBeTruthy()
  expect(screen.getByText(words.community)).toBeTruthy()
})

test('a type is shown with its symbol and colour', async () => {
  await open('en')
  const badge = screen.getByText('Fallen or dangerous tree').closest('summary')?.firstElementChild as HTMLElement
  expect(badge.style.background).toBe('#2b8a3e')
  expect(badge.querySelector('.tabler-icon-tree')).toBeTruthy()
})

test('the guide of a type is shown on request', async () => {
  await open('en')
  const guide = screen.getByText('The number on the pole helps us find it.')
  expect(guide.closest('details')?.open).toBe(false)
  await userEvent.click(screen.getByText('Street light out'))
  expect(guide.closest('details')?.open).toBe(true)
})

test.each(StarterSetName.options)('every symbol of the set %s can be drawn', (name) => {
  expect(starterSets[name].eventTypes.filter(({ icon }) => !symbols[icon])).toEqual([])
})
