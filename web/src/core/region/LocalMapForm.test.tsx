import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { type LocalMap, type LocalMapPosition, planMiddle, planWithin } from '#contract'
import { answerUploads } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { showMap } from '../../testing/map.tsx'
import { show } from '../../testing/render.tsx'
import { LocalMapForm } from './LocalMapForm.tsx'

const save = vi.fn().mockResolvedValue({ name: 'Hall', translations: {} })
answerUploads(save)
const { easeTo } = showMap()
beforeAll(async () => void (await startTestI18n()))

const planOf = (degrees: number) =>
  ({
    _id: 'hall',
    name: 'Hall',
    translations: {},
    region: null,
    image: null,
    opacity: 1,
    position: planWithin({ west: 0, east: degrees, middle: [degrees / 2, 0] }, 1),
  }) as unknown as LocalMap

const showForm = (localMap?: LocalMap) =>
  show(
    <LocalMapForm
      draft="hall"
      localMap={localMap}
      regions={[]}
      onSaved={() => {}}
      onLeave={() => {}}
      placing={undefined}
    />,
  )

test('a new local map has the size of a building at the centre of the map', async () => {
  const user = userEvent.setup()
  const { container } = showForm()
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Hall')
  const picker = container.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(picker as HTMLInputElement, new File(['plan'], 'plan.png', { type: 'image/png' }))
  await waitFor(() => expect(easeTo).toHaveBeenCalledWith([0, 0], 17))
  expect(screen.getByRole('textbox', { name: 'Width' })).toHaveProperty('value', '120 m')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  const position = JSON.parse(save.mock.calls[0]?.[1].body.position) as LocalMapPosition
  expect(planMiddle(position).map((degrees) => Math.abs(degrees) < 1e-6)).toEqual([true, true])
})

test.each([
  ['1.3 km wide', 0.03, true],
  ['0.9 km wide', 0.02, false],
])('the form warns of a local map that is as large as a district: %s', (_, degrees, isTold) => {
  showForm(planOf(degrees))
  expect(screen.queryAllByRole('alert')).toHaveLength(isTold ? 1 : 0)
})
