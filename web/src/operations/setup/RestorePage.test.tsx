import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem, RESTORE_PART_BYTES, setupApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { RestorePage } from './RestorePage.tsx'

const call = vi.fn()
answerCalls(call)

beforeAll(() => startTestI18n())
beforeEach(() => void call.mockReset())

const choose = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input) await userEvent.upload(input, file)
}
const fill = async (file: File) => {
  show(<RestorePage />)
  fireEvent.change(screen.getByLabelText(/^Token/), { target: { value: 'printed' } })
  await choose(file)
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
}

test('without a file nothing is sent', async () => {
  show(<RestorePage />)
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  expect(screen.getByText('Choose a backup file.')).toBeDefined()
  expect(call).not.toHaveBeenCalled()
})

test('a backup is uploaded in parts, and a rejection shows its reason', async () => {
  call.mockImplementation(async (endpoint) =>
    endpoint === setupApi.restore
      ? { isRestoring: true, problem: null }
      : { isRestoring: false, problem: 'The archive is damaged' },
  )
  await fill(new File([new Uint8Array(RESTORE_PART_BYTES + 5)], 'cohesion-manual-1.tar.zst'))
  expect(await screen.findByText(/nothing was changed/)).toBeDefined()
  const parts = call.mock.calls.filter(([endpoint]) => endpoint === setupApi.restore).map(([, input]) => input)
  expect(parts.map(({ body, files }) => [body.offset, files.part.size])).toEqual([
    [0, RESTORE_PART_BYTES],
    [RESTORE_PART_BYTES, 5],
  ])
  expect(new Set(parts.map(({ params }) => params.upload)).size).toBe(1)
})

test('a wrong token is reported below its field', async () => {
  call.mockImplementation(async () => {
    throw new Problem('setupToken', { fields: { token: 'form.invalid' } })
  })
  await fill(new File(['x'], 'cohesion-manual-1.tar.zst'))
  expect(await screen.findByText('This isn’t the token that was printed when the server started.')).toBeDefined()
})
